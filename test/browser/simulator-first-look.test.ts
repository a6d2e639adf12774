import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { readCustomers } from '../../tools/main-job/customers';
import { EXAMPLES } from '../../tools/main-job/examples';
import { addTemplates, playCustomers } from '../../tools/main-job/play-customers';
import { openSimulator, type Simulator } from './support/open-simulator';

const ADA = '491701234567';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let at: Simulator;
let page: Page;

async function open(options: BrowserContextOptions & { tour?: boolean } = {}): Promise<void> {
	at = await openSimulator(options);
	page = at.page;
}

afterEach(async () => {
	const { errors } = at;
	await at.close();
	expect(errors).toEqual([]);
});

const chats = () => page.getByRole('list', { name: 'Chats' }).getByRole('listitem');
const log = () => page.getByRole('log');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const done = () => page.getByText('Done', { exact: true });
const next = () => button('Next').click();

test('npm start begins with eight customers who wrote, and those of its campaign are a filter away', async () => {
	await open();
	const customers = readCustomers(join(EXAMPLES, 'customers.csv'));
	await addTemplates(at.sandbox);
	await playCustomers(at.sandbox, customers);
	await chats().getByText('Mia Sato', { exact: true }).waitFor();
	const shown = await chats().allInnerTexts();
	expect(shown).toHaveLength(8);
	for (const text of shown) {
		const [, name = '', said = ''] = text.split('\n').filter((line) => line.trim() !== '');
		expect(said).toContain(name.split(' ')[0]);
	}
	await page.getByRole('button', { name: `Campaign ${customers.length}` }).click();
	await chats().getByText('Mia Sato', { exact: true }).waitFor({ state: 'detached' });
	expect(await chats().first().getAttribute('aria-setsize')).toBe(String(customers.length));
	await page.getByRole('searchbox').fill('Mia Sato');
	await chats().getByText('Mia Sato', { exact: true }).waitFor();
});

test('a click on a chat leads to where its customer writes, and the arrow keys stay in the list', async () => {
	await open();
	await at.addCustomer('Ada Park', '+49 170 1234567');
	await at.addCustomer('Ben Park', '+49 170 1234568');
	const isWriting = () => page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
	for (const name of ['Ada Park', 'Ben Park', 'Ben Park']) {
		await chats().getByText(name, { exact: true }).click();
		await isWriting();
	}
	await page.keyboard.type('Hello from Ben');
	await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Hello from Ben');
	await chats().first().getByRole('button').focus();
	await page.keyboard.press('Enter');
	await page.waitForFunction(() => document.activeElement?.tagName === 'BUTTON');
});

test('a tap on a chat opens it without the keyboard, which would cover it', async () => {
	await open(PHONE);
	await at.addCustomer('Ada Park', '+49 170 1234567');
	await button('Back to all chats').tap();
	await chats().getByText('Ada Park', { exact: true }).tap();
	await page.getByRole('textbox', { name: 'Message' }).waitFor();
	expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('TEXTAREA');
});

test('a colleague answers in the phone app, once, and the workflow hears of it', async () => {
	await open();
	await at.addCustomer('Ada Park', '+49 170 1234567');
	await at.write('Hello!');
	await log().getByText('Hello!').waitFor();
	await button('More a customer can do').click();
	await button('Answer as a colleague in the phone app').click();
	await page.getByText('A colleague answers in the phone app').waitFor();
	await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
	await at.write('I take this one.');
	const answer = log().getByRole('article', { name: /^Team, in the phone app/ });
	await answer.getByText('I take this one.').waitFor();
	await at.write('Thank you!');
	await log()
		.getByRole('article', { name: /^The customer/ })
		.getByText('Thank you!')
		.waitFor();
	await at.sandbox.control.idle();
	const [echo] = at.receiver.of('smb_message_echoes');
	expect(echo?.value).toMatchObject({ message_echoes: [{ to: ADA, text: { body: 'I take this one.' } }] });
});

test('beside the agent, a colleague answers in the open chat', async () => {
	await open();
	await at.addCustomer('Ada Park', '+49 170 1234567');
	await page.getByRole('tab', { name: 'Agent' }).click();
	await page.getByLabel('The colleague’s answer').fill('I take this one.');
	await button('Answer as a colleague').click();
	await log()
		.getByRole('article', { name: /^Team, in the phone app/ })
		.getByText('I take this one.')
		.waitFor();
	await at.sandbox.control.idle();
	const [echo] = at.receiver.of('smb_message_echoes');
	expect(echo?.value).toMatchObject({ message_echoes: [{ to: ADA, text: { body: 'I take this one.' } }] });
});

test('a template is shown as on a phone, with header, footer, and two quick replies', async () => {
	await open();
	await addTemplates(at.sandbox);
	await page.getByRole('tab', { name: 'Templates' }).click();
	const card = page
		.getByRole('listitem')
		.filter({ has: page.getByRole('heading', { name: /^order_update/ }) });
	for (const text of [
		'Your order',
		'Hello {{1}}, there is news',
		'You get this because you ordered from us.',
		'Tell me more',
		'Not now',
	]) {
		await card.getByText(text).waitFor();
	}
	expect(await card.getByRole('button', { name: 'Tell me more' }).count()).toBe(0);
});

test('who adds a customer can type the name at once, and then write', async () => {
	await open();
	await button('New customer').click();
	await page.locator('input:focus').waitFor();
	await page.keyboard.type('Ada Park');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: /^Ada Park/ }).waitFor();
	await page.locator('#chat:focus').waitFor();
	await page.keyboard.type('Hello!');
	await page.keyboard.press('Enter');
	await log().getByText('Hello!').waitFor();
});

test('the open chat stays in view as it moves to the top of the list, because its customer wrote', async () => {
	await open({ viewport: { width: 1280, height: 560 } });
	await addTemplates(at.sandbox);
	await playCustomers(at.sandbox, readCustomers(join(EXAMPLES, 'customers.csv')));
	await chats().getByText('Mia Sato', { exact: true }).waitFor();
	const isInView = () =>
		page.waitForFunction(() => {
			const chat = document.querySelector('.chat-item[aria-current="true"]')?.getBoundingClientRect();
			const list = document.querySelector('.long-list')!.getBoundingClientRect();
			return chat !== undefined && chat.top >= list.top - 1 && chat.bottom <= list.bottom + 1;
		});
	await at.addCustomer('Robin Hill', '+49 170 1234567');
	await isInView();
	await page.locator('#chat:focus').waitFor();
	await page.keyboard.type('Hello!');
	await page.keyboard.press('Enter');
	await page.waitForFunction(
		() => document.querySelector('.chat-item[aria-current="true"]')?.closest('li')?.ariaPosInSet === '1',
	);
	await isInView();
});

test.each(['123', '0170 1234567', '+49 170 1234567 1234567'])(
	'%s, which is no number with its country code, is refused at its field',
	async (phone) => {
		await open();
		await button('New customer').click();
		await page.getByLabel('Phone number').fill(phone);
		await page.keyboard.press('Enter');
		await page.locator('input[inputmode=tel]:invalid:focus').waitFor();
	},
);

test.each(['Asia/Tokyo', 'America/Los_Angeles'])(
	'in a browser in %s, times are those of the sandbox’s machine',
	async (timezoneId) => {
		await open({ timezoneId, locale: 'en-US' });
		await at.addCustomer('Ada Park', '+49 170 1234567');
		await at.write('Hello!');
		const time = log().getByRole('article').locator('time');
		const sent = new Date((await time.getAttribute('datetime'))!);
		const format = { hour: '2-digit', minute: '2-digit' } as const;
		await log().getByText(sent.toLocaleTimeString('en-US', format), { exact: true }).waitFor();
		await page
			.getByRole('group', { name: "The gateway's clock" })
			.getByText(Intl.DateTimeFormat().resolvedOptions().timeZone)
			.waitFor();
	},
);

describe('the tour', () => {
	test('counts neither what a campaign does, nor what was so before', async () => {
		await open({ tour: true });
		const { control } = at.sandbox;
		await control.addTemplate({ name: 'news' });
		await control.pause('news');
		await control.addCustomer({ from: ADA, name: 'Ada Park', list: 'Campaign' });
		await control.customerWrites({ from: ADA, text: 'Hello!' });
		await page.getByText('1 event of “Campaign” is hidden').waitFor();
		expect(await done().count()).toBe(0);
		for (let step = 1; step < 5; step += 1) await next();
		await page.getByText('Step 5 of 5').waitFor();
		expect(await done().count()).toBe(0);
		await control.reactivate('news');
		await control.pause('news');
		expect(await done().count()).toBe(0);
		await page.getByRole('tab', { name: 'Faults' }).click();
		await page.getByRole('switch', { name: /Deliver every event twice/ }).check();
		await done().waitFor();
		// It stays done when the fault is over.
		await page.getByRole('switch', { name: /Deliver every event twice/ }).uncheck();
		await page.getByRole('switch', { name: /Deliver every event twice/, checked: false }).waitFor();
		// What the page hears of next comes after the end of the fault.
		await control.addCustomer({ from: '491701111111', name: 'Bo Later' });
		await page.getByText('Bo Later').first().waitFor();
		expect(await done().count()).toBe(1);
	});

	test('is done when a colleague has answered', async () => {
		await open({ tour: true });
		await at.addCustomer('Ada Park', '+49 170 1234567');
		for (let step = 1; step < 5; step += 1) await next();
		await page.getByText(/answer as a colleague in the phone app/).waitFor();
		expect(await done().count()).toBe(0);
		await at.sandbox.control.appReplies({ to: ADA, text: 'I take this one.' });
		await done().waitFor();
	});

	test('covers little of a phone as soon as a chat is open', async () => {
		await open({ ...PHONE, tour: true });
		await page.getByText('Add a customer, or open a chat').waitFor();
		const height = async () => (await page.getByRole('region', { name: 'Tour' }).boundingBox())!.height;
		expect(await height()).toBeLessThan(200);
		await at.addCustomer('Ada Park', '+49 170 1234567');
		await page.getByText('Add a customer, or open a chat').waitFor({ state: 'detached' });
		expect(await height()).toBeLessThan(64);
		await at.write('Hello!');
		await done().waitFor();
		await button('What to do in this step').click();
		await page.getByText('Add a customer, or open a chat').waitFor();
		await next();
		await page.getByText('In n8n, create a workflow').waitFor();
	});
});
