import { barriers } from './support/barriers';
import { openSimulator, type Simulator } from './support/open-simulator';

const ADA = '491701234567';
const PIXEL =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const PHONE = { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true };

let at: Simulator;

afterEach(() => at.close());

/** A chat with everything in it. */
async function fillChat({ addCustomer, client, sandbox, write }: Simulator): Promise<void> {
	const { control } = sandbox;
	const picture = await control.addMedia({ mimeType: 'image/png', base64: PIXEL });
	await addCustomer('Ada Park', '+49 170 1234567');
	await write('Hello! Where is my order 1043?');
	await control.idle();
	await client.text(ADA, 'Hi Ada! Let me look it up for you.');
	const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
	const body = { text: 'It arrives tomorrow between 9 and 12. Does that suit you?' };
	const action = { buttons: [reply('yes', 'Yes, fine'), reply('no', 'Another day')] };
	await client.message(ADA, { type: 'interactive', interactive: { type: 'button', body, action } });
	const card = (index: number) => ({
		card_index: index,
		type: 'cta_url',
		header: { type: 'image', image: { id: String(picture.id) } },
		action: {
			buttons: [{ type: 'quick_reply', quick_reply: { id: `tea-${index}`, title: `Tea ${index}` } }],
		},
	});
	const carousel = { type: 'carousel', body, action: { cards: [card(0), card(1), card(2)] } };
	await client.message(ADA, { type: 'interactive', interactive: carousel });
	await control.addTemplate({ name: 'order_update', body: 'Hello {{1}}, your order is on its way.' });
	await control.addTemplate({
		name: 'spring_offer',
		category: 'MARKETING',
		body: 'Spring is here.',
		status: 'PENDING',
	});
	await control.pause('order_update');
	await client.template(ADA, 'order_update');
	await control.handOver({ contact: ADA, to: 'agent' });
	await control.agentReplies({ to: ADA, text: 'We open at nine.' });
	const { id } = await control.addGroup({ subject: 'Book club', joinApprovalMode: 'approval_required' });
	await control.joinGroup(id, ADA);
	await control.idle();
}

describe.each(['light', 'dark'] as const)('in %s colors, axe finds no barrier', (colorScheme) => {
	test.each([
		['on a wide screen', {}],
		['on a phone', PHONE],
	])('%s', async (where, options) => {
		at = await openSimulator({ colorScheme, ...options, tour: true });
		const { page } = at;
		const found = await barriers(page);
		await at.shot(`simulator-tour-${colorScheme}-${where.replaceAll(' ', '-')}`);
		await page.getByRole('button', { name: 'Close the tour' }).click();
		await fillChat(at);
		await page.getByRole('button', { name: 'More a customer can do' }).click();
		found.push(...(await barriers(page)));
		await page.getByRole('button', { name: 'React or reply' }).last().click();
		found.push(...(await barriers(page)));
		await at.shot(`simulator-chat-${colorScheme}-${where.replaceAll(' ', '-')}`);
		if (where === 'on a phone') await page.getByRole('button', { name: 'Gateway', exact: true }).click();
		for (const tab of ['Webhooks', 'Templates', 'Agent', 'Groups', 'Bill', 'Faults', 'Connect']) {
			await page.getByRole('tab', { name: tab }).click();
			if (tab === 'Webhooks')
				await page
					.getByRole('button', { name: /message: text/ })
					.first()
					.click();
			if (tab === 'Templates' || tab === 'Groups')
				await page.getByRole('button', { name: `New ${tab.toLowerCase().slice(0, -1)}` }).click();
			found.push(...(await barriers(page)));
			await at.shot(`simulator-${tab.toLowerCase()}-${colorScheme}-${where.replaceAll(' ', '-')}`);
		}
		expect(found).toEqual([]);
	});
});

test('the colors are the system’s until somebody chooses, and the choice is remembered', async () => {
	at = await openSimulator({ colorScheme: 'dark' });
	const { page } = at;
	const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const dark = await ground();
	await page.emulateMedia({ colorScheme: 'light' });
	await page.waitForFunction((was) => getComputedStyle(document.body).backgroundColor !== was, dark);
	const untilDark = () =>
		page.waitForFunction((color) => getComputedStyle(document.body).backgroundColor === color, dark);
	await page.reload();
	await page.getByRole('button', { name: 'Use dark colors' }).click();
	await untilDark();
	await page.reload();
	await page.getByRole('button', { name: 'Use light colors' }).waitFor();
	await untilDark();
});

test('everything works with the keyboard alone', async () => {
	at = await openSimulator();
	const { page } = at;
	const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
	const untilFocused = (text: string) =>
		page.waitForFunction((wanted) => document.activeElement?.textContent?.includes(wanted), text);
	const tabTo = async (text: string) => {
		for (let steps = 0; steps < 60; steps += 1) {
			await page.keyboard.press('Tab');
			if ((await focused()).includes(text)) return;
		}
		throw new Error(`Tab doesn't reach ${text}`);
	};
	await tabTo('New customer');
	await page.keyboard.press('Enter');
	await page.keyboard.press('ControlOrMeta+a');
	await page.keyboard.type('Ada Park');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'Ada Park' }).waitFor();
	await tabTo('More a customer can do');
	await page.keyboard.press('Tab');
	await page.keyboard.type('Hello!');
	await page.keyboard.press('Enter');
	await page.getByRole('log').getByText('Hello!').waitFor();
	await page.keyboard.press('Shift+Tab');
	await page.keyboard.press('Enter');
	await untilFocused('Picture');
	await page.keyboard.press('Escape');
	await untilFocused('More a customer can do');
	await page.keyboard.press('Enter');
	await tabTo('Location');
	await page.keyboard.press('Enter');
	await page.getByRole('log').getByText('Berlin', { exact: false }).first().waitFor();
	await tabTo('Webhooks');
	await page.keyboard.press('ArrowRight');
	await page.getByRole('tab', { name: 'Templates', selected: true }).waitFor();
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('ArrowLeft');
	await page.getByRole('tab', { name: 'Connect', selected: true }).waitFor();
});

test('on a phone, nothing sticks out, and the chat, the list, and the gateway are one tap away', async () => {
	at = await openSimulator(PHONE);
	const { page } = at;
	const sticksOut = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
	await fillChat(at);
	expect(await sticksOut()).toBe(false);
	expect(await page.getByRole('region', { name: 'Chats' }).isVisible()).toBe(false);
	await page.getByRole('button', { name: 'Gateway', exact: true }).tap();
	await page.getByRole('tab', { name: 'Templates' }).tap();
	await page.getByRole('heading', { name: 'spring_offer' }).waitFor();
	expect(await sticksOut()).toBe(false);
	await page.getByRole('button', { name: 'Customers', exact: true }).tap();
	await page.getByRole('button', { name: 'Back to all chats' }).tap();
	await page.getByRole('region', { name: 'Chats' }).waitFor();
	expect(await sticksOut()).toBe(false);
});

test.each([960, 1120, 1440])('at a width of %s px, the top bar is one row', async (width) => {
	at = await openSimulator({
		viewport: { width, height: 800 },
		timezoneId: 'America/Argentina/Buenos_Aires',
	});
	const { page, receiver, sandbox } = at;
	receiver.answers.push(...Array<number>(1_000).fill(404));
	await sandbox.control.customerWrites({ from: ADA, text: 'Hello!' });
	await page.getByText(/The webhook answers 404/).waitFor();
	await page.getByRole('button', { name: '+24 h' }).click();
	await page.getByText(/since \w+, /).waitFor();
	const middles = await page
		.getByRole('banner')
		.locator('> *')
		.evaluateAll((parts) =>
			parts.map((part) => {
				const { top, bottom } = part.getBoundingClientRect();
				return Math.round((top + bottom) / 2);
			}),
		);
	expect(new Set(middles).size).toBe(1);
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
	await at.shot(`simulator-top-bar-${width}`);
});

test('the tour counts nothing that a program does before people take over', async () => {
	at = await openSimulator({ tour: true });
	const { page, sandbox } = at;
	const done = page.getByText('Done', { exact: true });
	await sandbox.control.setBusy('A campaign is sent.');
	await page.reload();
	await page.getByText('A campaign is sent.').waitFor();
	await sandbox.control.customerWrites({ from: ADA, name: 'Ada Park', text: 'Hello' });
	await page.getByRole('button', { name: /^Ada Park/ }).click();
	await page.getByRole('log').getByText('Hello').waitFor();
	expect(await done.count()).toBe(0);
	await at.shot('simulator-tour-busy');
	await sandbox.control.setBusy();
	await page.getByText('A campaign is sent.').waitFor({ state: 'detached' });
	expect(await done.count()).toBe(0);
	await at.write('Hello again');
	await done.waitFor();
});

test('the tour has five steps that tell when they are done, and stays closed', async () => {
	at = await openSimulator({ tour: true, permissions: ['clipboard-read', 'clipboard-write'] });
	const { page } = at;
	const next = () => page.getByRole('button', { name: 'Next' }).click();
	const done = page.getByText('Done', { exact: true });
	await page.getByText('Step 1 of 5').waitFor();
	expect(await done.count()).toBe(0);
	await at.addCustomer('Ada Park', '+49 170 1234567');
	await at.write('Hello!');
	await done.waitFor();
	await next();
	await page.getByText('Step 2 of 5').waitFor();
	await done.waitFor();
	await next();
	await page.getByText('Step 3 of 5').waitFor();
	expect(await done.count()).toBe(0);
	await page.getByRole('region', { name: 'Tour' }).getByRole('button', { name: 'Copy' }).last().click();
	await page.getByRole('button', { name: 'Copied' }).waitFor();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Hello {{ $json.contactName }}!');
	await at.client.text(ADA, 'Welcome');
	await done.waitFor();
	await next();
	const clock = page.getByRole('group', { name: "The gateway's clock" });
	expect(await clock.locator('time').innerText()).not.toContain('+');
	await page.getByRole('button', { name: '+24 h' }).click();
	await clock.locator('time').getByText('+24 h').waitFor();
	expect(await done.count()).toBe(0);
	await at.sandbox.control.addTemplate({ name: 'news' });
	await at.client.template(ADA, 'news');
	await done.waitFor();
	await next();
	await page.getByText('Step 5 of 5').waitFor();
	await page.getByRole('button', { name: 'Finish' }).click();
	await page.reload();
	await page.getByText('A workflow is listening').waitFor();
	expect(await page.getByText(/Step \d of 5/).count()).toBe(0);
	await page.getByRole('button', { name: 'Tour' }).click();
	await page.getByText('Step 1 of 5').waitFor();
});

test('the values for the credential are there to copy', async () => {
	at = await openSimulator();
	const { page, sandbox } = at;
	await page.getByRole('tab', { name: 'Connect' }).click();
	for (const value of [sandbox.url, sandbox.apiKey, sandbox.phoneNumberId, sandbox.signingSecret]) {
		const shown = page.getByText(value, { exact: true });
		await shown.first().waitFor();
		expect(await shown.count()).toBe(1);
	}
});
