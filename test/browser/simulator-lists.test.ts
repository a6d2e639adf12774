import type { Page } from 'playwright-core';
import { DAY } from '../../base';
import { openSimulator, type Simulator } from './support/open-simulator';

const CUSTOMERS = 300;

let at: Simulator;
let page: Page;

const nameOf = (index: number) => `Customer ${String(index).padStart(3, '0')}`;
const phoneOf = (index: number) => `491511000${String(index).padStart(3, '0')}`;

/** Everybody writes, so that the last one is the first in both lists. */
async function everybodyWrites(): Promise<void> {
	const { control } = at.sandbox;
	for (let index = 0; index < CUSTOMERS; index += 1) {
		await control.customerWrites({ from: phoneOf(index), name: nameOf(index), text: `Hello ${index}` });
		await control.idle();
	}
}

beforeAll(async () => {
	at = await openSimulator();
	page = at.page;
	await everybodyWrites();
});

beforeEach(async () => {
	await page.reload();
	await chat(CUSTOMERS - 1).waitFor();
});

afterAll(async () => {
	const { errors } = at;
	await at.close();
	expect(errors).toEqual([]);
});

const chats = () => page.getByRole('list', { name: 'Chats' });
const chat = (index: number) => chats().getByRole('button', { name: nameOf(index) });
const focused = (name: string) =>
	page.waitForFunction((wanted) => document.activeElement?.textContent?.includes(wanted), name);
const opened = (index: number) => page.getByRole('heading', { name: nameOf(index) }).waitFor();
/** The places that Tab goes to in a part of the page. */
const tabStops = (part: string) =>
	page
		.getByRole('region', { name: part, exact: true })
		.locator('a[href], button, input, select, textarea, [tabindex]')
		.evaluateAll((all) => (all as HTMLElement[]).filter(({ tabIndex }) => tabIndex >= 0).length);

test('the page is as high as its window, and draws only the chats that are seen', async () => {
	expect(
		await page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight),
	).toBe(0);
	expect(await chats().getByRole('button').count()).toBeLessThan(70);
	expect(await chats().getByRole('listitem').first().getAttribute('aria-setsize')).toBe(String(CUSTOMERS));
	await page
		.getByText(nameOf(CUSTOMERS - 1))
		.first()
		.hover();
	await page.mouse.wheel(0, CUSTOMERS * 100);
	await chat(0).waitFor();
	expect(await chats().getByRole('button').count()).toBeLessThan(70);
});

test('the chats are one tab stop, in which the arrow keys move', async () => {
	// The link past the chats, New customer, the search, and the list.
	expect(await tabStops('Chats')).toBe(4);
	await page.getByRole('searchbox').focus();
	await page.keyboard.press('Tab');
	await focused(nameOf(CUSTOMERS - 1));
	await page.keyboard.press('ArrowDown');
	await focused(nameOf(CUSTOMERS - 2));
	await page.keyboard.press('ArrowUp');
	await focused(nameOf(CUSTOMERS - 1));
	await page.keyboard.press('End');
	await focused(nameOf(0));
	await page.keyboard.press('PageUp');
	await page.keyboard.press('Enter');
	await page.getByRole('textbox', { name: 'Message' }).waitFor();
	await page.keyboard.press('Home');
	await focused(nameOf(CUSTOMERS - 1));
	await page.keyboard.press('Enter');
	await opened(CUSTOMERS - 1);
	expect(await tabStops('Chats')).toBe(4);
});

test('who types in the list searches, and the arrow key leads back to what was found', async () => {
	await chat(CUSTOMERS - 1).focus();
	await page.keyboard.type('er 123');
	await chat(123).waitFor();
	expect(await chats().getByRole('button').count()).toBe(1);
	await page.keyboard.press('ArrowDown');
	await focused(nameOf(123));
	await page.keyboard.press('Enter');
	await opened(123);
	await page.getByRole('searchbox').fill('nobody');
	await page.getByText('Nobody has this name or number.').waitFor();
});

test('a link leads past the chats', async () => {
	await page.getByRole('link', { name: 'Go past the chats' }).press('Enter');
	await page.waitForFunction(() => document.activeElement?.id === 'chat');
	await page.keyboard.press('Tab');
	await page.waitForFunction(() => document.activeElement?.closest('.panel') !== null);
});

test('a chat that comes in on top doesn’t move what a person looks at', async () => {
	await chat(CUSTOMERS - 1).focus();
	await page.keyboard.press('End');
	await page.keyboard.press('PageUp');
	await page.keyboard.press('PageUp');
	await page.keyboard.press('PageUp');
	const place = () => page.evaluate(() => document.activeElement!.getBoundingClientRect().top);
	const before = await place();
	await at.sandbox.control.customerWrites({ from: phoneOf(5), text: 'Are you there?' });
	await page.waitForFunction(
		(name) => document.activeElement?.closest('ul')?.textContent?.includes(name) === false,
		nameOf(5),
	);
	expect(await place()).toBe(before);
});

describe('the deliveries', () => {
	const deliveries = () => page.getByRole('list', { name: 'Deliveries' });
	const delivery = (name: string | RegExp) => deliveries().getByRole('button', { name });
	const choose = (filter: string, option: string) =>
		page.getByLabel(filter, { exact: true }).selectOption(option);

	test('say whom they are about', async () => {
		await delivery(`message: text ${nameOf(CUSTOMERS - 1)}`).waitFor();
	});

	test('are one tab stop, of which only those that are seen are drawn', async () => {
		// Six tabs are one, then the part itself, three filters, and the list.
		expect(await tabStops('Gateway')).toBe(6);
		expect(await deliveries().getByRole('listitem').count()).toBeLessThan(70);
		await delivery(nameOf(CUSTOMERS - 1)).focus();
		await page.keyboard.press('ArrowDown');
		await focused(nameOf(CUSTOMERS - 2));
		await page.keyboard.press('Enter');
		await page.getByText(`"body": "Hello ${CUSTOMERS - 2}"`).waitFor();
		await page.keyboard.press('ArrowDown');
		await focused(nameOf(CUSTOMERS - 3));
		await page.keyboard.press('End');
		await focused(nameOf(0));
		await page.keyboard.press('Enter');
		await page.getByText('"body": "Hello 0"').waitFor();
	});

	test('are filtered by chat, kind, and answer', async () => {
		await at.client.text(phoneOf(7), 'Welcome');
		await at.sandbox.control.idle();
		await delivery(`status: sent ${nameOf(7)}`).waitFor();
		await choose('Kind', 'Statuses');
		await delivery(/message: text/)
			.first()
			.waitFor({ state: 'detached' });
		expect(await delivery(nameOf(7)).count()).toBe(2);
		await page.getByRole('searchbox').fill(nameOf(8));
		await chat(8).click();
		await choose('Chat', nameOf(8));
		await page.getByText('No event matches these filters.').waitFor();
		await choose('Kind', 'All kinds');
		await delivery(nameOf(8)).waitFor();
		expect(await deliveries().getByRole('listitem').count()).toBe(1);
		await choose('Answer', 'Nobody listened');
		await page.getByText('No event matches these filters.').waitFor();
		await choose('Answer', 'Delivered');
		await delivery(nameOf(8)).waitFor();
	});

	test('have their day once it isn’t the gateway’s any more, as the chats do', async () => {
		const day = /\w{3}, \w{3} \d+/;
		const last = CUSTOMERS - 1;
		await delivery(nameOf(last)).click();
		await page.getByText('"body": "Hello').waitFor();
		await at.sandbox.clock.advance(DAY);
		await delivery(new RegExp(`${nameOf(last)}, ${day.source}`)).waitFor();
		await deliveries()
			.getByText(new RegExp(`${day.source}.*: answer 200`))
			.waitFor();
		await chat(last).getByText(day).waitFor();
	});

	test('of a list are hidden, and counted, until somebody shows them or opens a chat of the list', async () => {
		const { control } = at.sandbox;
		for (const index of [1, 2]) await control.addCustomer({ from: phoneOf(index), list: 'Campaign' });
		await page.getByText('2 events of “Campaign” are hidden').waitFor();
		await choose('Answer', 'Nobody listened');
		await page.getByText('No event matches these filters.').waitFor();
		await choose('Answer', 'All answers');
		await delivery(nameOf(CUSTOMERS - 1))
			.first()
			.focus();
		await page.keyboard.press('End');
		await focused(nameOf(0));
		expect(await delivery(nameOf(1)).count()).toBe(0);
		await page.getByRole('button', { name: 'Show', exact: true }).click();
		await page.getByText('2 events of “Campaign” are shown').waitFor();
		await delivery(nameOf(CUSTOMERS - 1))
			.first()
			.focus();
		await page.keyboard.press('End');
		await delivery(nameOf(1)).waitFor();
		await page.getByRole('button', { name: 'Hide', exact: true }).click();
		await page.getByText('2 events of “Campaign” are hidden').waitFor();
		await page.getByRole('searchbox').fill(nameOf(2));
		await chat(2).click();
		await page.getByText('1 event of “Campaign” is hidden').waitFor();
	});

	test('of lists only leave nothing else to see', async () => {
		for (let index = 0; index < CUSTOMERS; index += 1) {
			await at.sandbox.control.addCustomer({ from: phoneOf(index), list: 'Campaign' });
		}
		await page.getByText('Nothing else has happened yet.').waitFor();
		await choose('Answer', 'Nobody listened');
		await page.getByText('No event matches these filters.').waitFor();
	});
});
