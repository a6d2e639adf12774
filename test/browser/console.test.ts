import type { Locator } from 'playwright-core';
import { until } from '../support/until';
import { barriers } from './support/barriers';
import { MALLORY, openConsole, OPTED_OUT, SPRING, type OpenedConsole } from './support/open-console';

const PHONE = { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true };

let at: OpenedConsole;

afterEach(() => at.close());

/** Opens one of the pages, by its link at the top. */
const goTo = (name: string) => at.page.getByRole('link', { name, exact: true }).first().click();

const openSpring = async () => {
	await goTo('Campaigns');
	await at.page.getByRole('button', { name: new RegExp(SPRING) }).click();
	await at.page.getByRole('heading', { name: new RegExp(SPRING) }).waitFor();
};

test('the overview says what happened, how the number is, and what needs a person', async () => {
	at = await openConsole();
	const { page, sandbox } = at;
	await page.waitForFunction(() => {
		const [received, answered] = [...document.querySelectorAll('.tiles dd')];
		return received?.textContent === '1' && Number(answered?.textContent) > 200;
	});
	await page.waitForFunction(() => {
		const titles = [...document.querySelectorAll('.tiles dt')].map(({ textContent }) => textContent);
		return titles.slice(0, 2).join() === 'Received,Sent';
	});
	await page.getByRole('rowheader', { name: sandbox.phoneNumberId }).waitFor();
	await page.getByText('The template offer (en_US) is paused until').waitFor();
	await page.getByText('Hour by hour').click();
	await page.getByRole('columnheader', { name: 'Unconfirmed' }).waitFor();
	expect(at.errors).toEqual([]);
	expect([...at.hosts]).toEqual([new URL(at.url).host]);
});

test('a template that is paused leads to all templates, and their states', async () => {
	at = await openConsole();
	const { page } = at;
	await page.getByRole('link', { name: 'See all templates' }).click();
	await page.getByRole('row', { name: /offer.*paused until/ }).waitFor();
	await page.getByRole('row', { name: /news.*approved.*marketing/ }).waitFor();
	expect(at.errors).toEqual([]);
});

test('a tile of the overview leads to its customers, and these to what happened to them', async () => {
	at = await openConsole();
	const { page } = at;
	await page.getByRole('link', { name: 'Held', exact: true }).click();
	await page.getByRole('combobox').filter({ hasText: 'Held, last 24 hours' }).waitFor();
	const held = page.getByRole('list', { name: 'Customers' }).getByRole('button');
	await held
		.filter({ hasText: /held \d.*template in active conversation/ })
		.first()
		.click();
	await page.getByRole('heading', { name: MALLORY.name }).waitFor();
	await page.getByRole('combobox').selectOption('Failed, last 24 hours');
	await page.getByText('Nobody in the last 24 hours.').waitFor();
	await page.getByRole('combobox').selectOption('Everybody');
	await page.getByRole('searchbox').waitFor();
	expect(at.errors).toEqual([]);
});

test('a campaign is found, followed live, and read by the state of its recipients', async () => {
	at = await openConsole();
	const { page, sender } = at;
	await openSpring();
	await page.getByRole('img', { name: /of 251 are done/ }).waitFor();
	await page.getByText('held by', { exact: false }).first().waitFor();
	await page.getByText('99% done', { exact: true }).waitFor();
	await page.getByText('Sums use the prices as they are set now').waitFor();
	await page.getByText('“Replay past decisions with a policy”').waitFor();
	await page.getByText('“Pause a campaign” or “Cancel a campaign”').waitFor();
	await page.getByRole('button', { name: /^Held/ }).click();
	await page.getByRole('heading', { name: 'Recipients 1' }).waitFor();
	await page.getByRole('list', { name: 'Recipients' }).getByText('+49 ••• ••111').waitFor();
	await sender.campaigns.pause(SPRING, 'Stop for today.');
	await page.getByText('paused', { exact: true }).waitFor();
	await page.getByText('Stop for today.').waitFor();
	await page.getByText('“Resume a campaign” or “Cancel a campaign”').waitFor();
	await sender.campaigns.cancel(SPRING, 'No more of it.');
	await page.getByText('Nobody is in this state.').waitFor();
});

test('whoever opens a customer by keyboard, or follows a link to one, goes on from the customer', async () => {
	at = await openConsole();
	const { page } = at;
	await goTo('Customers');
	await page.getByRole('searchbox').fill('+49 170 1111111');
	await page.keyboard.press('Enter');
	const name = page.getByRole('heading', { name: MALLORY.name });
	await name.waitFor();
	await name.and(page.locator(':focus')).waitFor();
	const { hash } = new URL(page.url());
	await goTo('Overview');
	await name.waitFor({ state: 'detached' });
	await page.evaluate((to) => {
		(document.activeElement as HTMLElement).blur();
		location.hash = to;
	}, hash);
	await name.and(page.locator(':focus')).waitFor();
});

test('Escape leads back to the row, the link, or the search from which something was opened', async () => {
	at = await openConsole();
	const { page } = at;
	const focused = (locator: Locator) => locator.and(page.locator(':focus')).waitFor();
	const escape = () => page.keyboard.press('Escape');
	const name = page.getByRole('heading', { name: MALLORY.name });
	await goTo('Customers');
	await page.getByRole('searchbox').fill('111');
	await page.keyboard.press('Enter');
	await focused(name);
	await escape();
	await focused(page.getByRole('searchbox'));
	await page.getByRole('searchbox').press('ArrowDown');
	const row = page.getByRole('list', { name: 'Customers' }).getByRole('button', { name: MALLORY.name });
	await focused(row);
	await page.keyboard.press('Enter');
	await focused(name);
	await escape();
	await focused(row);
	await openSpring();
	await page.getByRole('button', { name: /^Held/ }).click();
	const held = page.getByRole('list', { name: 'Recipients' }).getByRole('button', { name: MALLORY.name });
	await held.press('Enter');
	await focused(name);
	const rule = page.getByRole('link', { name: /^window-open of the policy strict/ });
	await rule.press('Enter');
	await focused(page.getByRole('listitem').filter({ hasText: '3. window-open' }));
	await escape();
	await focused(rule);
	await escape();
	await focused(held);
	await escape();
	await focused(page.getByRole('button', { name: new RegExp(SPRING) }));
	expect(at.errors).toEqual([]);
});

test('the policies are listed, each version with its rules as sentences', async () => {
	at = await openConsole();
	const { page } = at;
	await goTo('Policies');
	await page.getByRole('link', { name: 'strict' }).click();
	await page.getByRole('heading', { name: /^strict/ }).waitFor();
	await page.getByText('Skip if Opted out is yes.').waitFor();
	await page.getByRole('link', { name: SPRING }).waitFor();
	await page.getByRole('combobox', { name: 'Version' }).selectOption('7');
	await page.getByRole('heading', { name: /version 7/ }).waitFor();
	await page.getByRole('link', { name: 'version 6' }).waitFor();
	expect(at.errors).toEqual([]);
});

test('the arrow key leads from the search to who is found, also before they are', async () => {
	at = await openConsole();
	const { page } = at;
	await goTo('Customers');
	const found = page.getByRole('list', { name: 'Customers' }).getByRole('button');
	await found.waitFor();
	const isFound = page.waitForResponse(/search=./);
	await page.getByRole('searchbox').fill('+49 170 1111111');
	// The list still shows everybody.
	await page.getByRole('searchbox').press('ArrowDown');
	await isFound;
	await found.and(page.locator(':focus')).waitFor();
});

test('a list draws what is seen, and loads the rest as a person scrolls', async () => {
	at = await openConsole();
	const { page } = at;
	await openSpring();
	const list = page.getByRole('list', { name: 'Recipients' });
	await list.getByRole('listitem').first().waitFor();
	expect(await list.getByRole('listitem').count()).toBeLessThan(60);
	const last = list.locator('li[aria-posinset="251"]');
	await list.getByRole('button').first().focus();
	await until(async () => {
		await page.keyboard.press('End');
		return (await last.count()) > 0;
	});
	expect(await list.getByRole('listitem').count()).toBeLessThan(60);
});

test('a customer is found by the phone number, and told of as text, whatever the name is', async () => {
	at = await openConsole();
	const { page } = at;
	await goTo('Customers');
	await page.getByRole('searchbox').fill('+49 170 1111111');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: MALLORY.name }).waitFor();
	await page.getByText('The customer wrote: “Hello! <i>Where</i> is it?”').waitFor();
	await page.getByText('Allowed as a freeform message by the rule window-open').waitFor();
	await page.getByText('window open until').waitFor();
	await page.getByText('The messages listed here cost EUR 0').waitFor();
	expect(await page.content()).not.toContain(MALLORY.phone);
	expect(await page.locator('main img').count()).toBe(0);
	await page.getByRole('searchbox').fill('Somebody else');
	await page.getByText('Choose a customer to see what happened, and why.').waitFor();
	expect(at.errors).toEqual([]);
});

test('who holds a conversation is said only while its window is open', async () => {
	at = await openConsole();
	const { page } = at;
	await goTo('Customers');
	const find = async (phone: string, window: string) => {
		await page.getByRole('searchbox').fill(phone);
		const found = page.getByRole('list', { name: 'Customers' }).getByRole('button');
		await found.filter({ hasText: `••${phone.slice(-3)}` }).click();
		const chips = page.locator('.chip');
		await chips.filter({ hasText: window }).waitFor();
		return chips.allTextContents();
	};
	expect(await find(MALLORY.phone, 'window open until')).toContain('in control: business');
	expect(await find(OPTED_OUT, 'window closed')).toEqual(['window closed', 'opted out of marketing']);
});

test('everything works with the keyboard alone, and the address keeps the place', async () => {
	at = await openConsole();
	const { page } = at;
	const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
	const tabTo = async (text: string) => {
		for (let steps = 0; steps < 40; steps += 1) {
			await page.keyboard.press('Tab');
			if ((await focused()).includes(text)) return;
		}
		throw new Error(`Tab doesn't reach ${text}`);
	};
	await tabTo('Skip to the content');
	await tabTo('Campaigns');
	await page.keyboard.press('Enter');
	await page.getByRole('button', { name: new RegExp(SPRING) }).waitFor();
	await tabTo(SPRING);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: new RegExp(SPRING) }).waitFor();
	await page.reload();
	await page.getByRole('heading', { name: new RegExp(SPRING) }).waitFor();
	await page.goBack();
	await page.getByRole('button', { name: new RegExp(SPRING) }).waitFor();
});

describe.each(['light', 'dark'] as const)('in %s colors, axe finds no barrier', (colorScheme) => {
	test.each([
		['on a wide screen', {}],
		['on a phone', PHONE],
	])('%s, where nothing sticks out', async (where, options) => {
		at = await openConsole({ colorScheme, ...options });
		const { page } = at;
		const name = (what: string) => `console-${what}-${colorScheme}-${where.replaceAll(' ', '-')}`;
		const found: string[] = [];
		const look = async (what: string) => {
			found.push(...(await barriers(page)));
			const sticksOut = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
			if (sticksOut) found.push(`${what} sticks out`);
			await at.shot(name(what));
		};
		const link = (title: string) =>
			page.getByRole('link', { name: title, exact: true }).and(page.locator(':visible')).click();
		await page.getByText('The template offer (en_US) is paused until').waitFor();
		await look('overview');
		await link('Campaigns');
		await page.getByRole('button', { name: new RegExp(SPRING) }).waitFor();
		await look('campaigns');
		await page.getByRole('button', { name: new RegExp(SPRING) }).click();
		await page.getByRole('list', { name: 'Recipients' }).getByRole('listitem').first().waitFor();
		await look('campaign');
		await link('Customers');
		await page.getByRole('list', { name: 'Customers' }).getByRole('button').first().click();
		await page.getByText('Allowed as a freeform message').waitFor();
		await look('customer');
		await link('Templates');
		await page.getByRole('rowheader', { name: 'offer' }).waitFor();
		await look('templates');
		await link('Policies');
		await page.getByRole('link', { name: 'strict' }).waitFor();
		await look('policies');
		await page.getByRole('link', { name: 'strict' }).click();
		await page.getByText('Skip if Opted out is yes.').waitFor();
		await look('policy');
		expect(found).toEqual([]);
	});
});
