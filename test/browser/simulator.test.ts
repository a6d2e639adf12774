import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { createGatewayClient } from '../../gateway';
import { until } from '../support/until';
import { openSimulator, type Simulator } from './support/open-simulator';
import { untilValue } from './support/until-value';

const ADA = '491701234567';

let at: Simulator;
let page: Page;

beforeEach(async () => {
	at = await openSimulator();
	page = at.page;
	await at.addCustomer('Ada Park', '+49 170 1234567');
});

afterEach(async () => {
	const { errors, hosts, sandbox } = at;
	await at.close();
	expect(errors).toEqual([]);
	expect([...hosts]).toEqual([new URL(sandbox.url).host]);
});

const chat = () => page.getByRole('log');
const act = async (name: string) => {
	await page.getByRole('button', { name: 'More a customer can do' }).click();
	await page.getByRole('button', { name, exact: true }).click();
};
const show = (tab: string) => page.getByRole('tab', { name: tab }).click();
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The newest message of a customer that the webhook got, once there are so many. */
async function received(count = 1) {
	await at.receiver.has(count);
	const messages = at.receiver.received.flatMap(
		({ value }) => value.messages ?? value.standby?.messages ?? [],
	);
	return messages.at(-1) as unknown as Record<string, unknown>;
}

test('what a customer writes arrives at the webhook, and the answer in the chat, with its ticks', async () => {
	await at.write('Hello!');
	expect(await received()).toMatchObject({ from: ADA, type: 'text', text: { body: 'Hello!' } });
	await chat().getByText('Hello!').waitFor();
	await at.client.text(ADA, 'Welcome to the shop');
	const answer = chat().getByRole('article', { name: /^The business/ });
	await answer.getByText('Welcome to the shop').waitFor();
	await answer.getByText('Read', { exact: true }).waitFor();
	expect(at.receiver.statuses().map(({ status }) => status)).toEqual(['sent', 'delivered', 'read']);
});

test('the newest message stays in view, also while the customer chooses what else to do', async () => {
	for (let count = 1; count <= 12; count += 1) {
		await at.write(`Message ${count}`);
		await chat().getByText(`Message ${count}`, { exact: true }).waitFor();
	}
	await page.getByRole('button', { name: 'More a customer can do' }).click();
	await button('Picture').waitFor();
	await page.waitForFunction(() => {
		const log = document.querySelector('[role=log]')!;
		return log.scrollHeight - log.scrollTop - log.clientHeight < 2;
	});
});

test('what is typed while a message is on its way stays', async () => {
	let answer = () => {};
	const held = new Promise<void>((resolve) => (answer = resolve));
	await page.route(
		'**/sandbox/control/customerWrites',
		async (route) => {
			const response = await route.fetch();
			await held;
			await route.fulfill({ response });
		},
		{ times: 1 },
	);
	const answered = page.waitForResponse('**/sandbox/control/customerWrites');
	const field = page.getByRole('textbox', { name: 'Message' });
	await at.write('First');
	await chat().getByText('First', { exact: true }).waitFor();
	await field.fill('Second');
	answer();
	await (await answered).finished();
	await field.press('Enter');
	await chat().getByText('Second', { exact: true }).waitFor();
});

test('who switches reading off has two ticks that never turn to read', async () => {
	await page.getByRole('switch', { name: 'Reads messages' }).uncheck();
	await at.write('Hello!');
	await received();
	await at.client.text(ADA, 'Welcome');
	await chat().getByText('Delivered', { exact: true }).waitFor();
	await at.sandbox.control.idle();
	expect(at.receiver.statuses().map(({ status }) => status)).toEqual(['sent', 'delivered']);
});

test('a button and a row of a list are answers to the message that has them', async () => {
	await at.write('Hello!');
	await received();
	const interactive = async (content: object) => {
		const { body } = await at.client.message(ADA, { type: 'interactive', interactive: content });
		return (body as unknown as { messages: [{ id: string }] }).messages[0].id;
	};
	const text = { text: 'When does it suit you?' };
	const reply = { type: 'reply', reply: { id: 'am', title: 'In the morning' } };
	const buttons = await interactive({ type: 'button', body: text, action: { buttons: [reply] } });
	await button('In the morning').click();
	await chat().getByText('In the morning').nth(1).waitFor();
	await at.sandbox.control.idle();
	expect(await received()).toMatchObject({
		type: 'interactive',
		context: { id: buttons },
		interactive: { type: 'button_reply', button_reply: { id: 'am', title: 'In the morning' } },
	});
	const sections = [
		{ title: 'Teas', rows: [{ id: 'green', title: 'Green tea', description: 'From Japan' }] },
	];
	const list = await interactive({ type: 'list', body: text, action: { button: 'See teas', sections } });
	await button('See teas').click();
	await page.getByRole('button', { name: /Green tea/ }).click();
	await chat()
		.getByRole('article', { name: /^The customer/ })
		.getByText('Green tea')
		.waitFor();
	await at.sandbox.control.idle();
	expect(await received()).toMatchObject({
		context: { id: list },
		interactive: { type: 'list_reply', list_reply: { id: 'green', description: 'From Japan' } },
	});
});

/** Two cards of a carousel, with the same kind of action. */
const cardsWith = (action: (index: number) => object) => {
	const header = { type: 'image', image: { link: 'https://example.com/tea.jpg' } };
	const card = (index: number) => ({
		card_index: index,
		type: 'cta_url',
		header,
		body: { text: `Tea ${index}` },
		action: action(index),
	});
	return { cards: [card(0), card(1)] };
};
const form = (name: string) => ({ type: 'interactive', interactive: { nfm_reply: { name } } });

test.each([
	[
		'the card of a carousel',
		{
			type: 'carousel',
			action: cardsWith((index) => ({
				buttons: [{ type: 'quick_reply', quick_reply: { id: `tea-${index}`, title: `Take ${index}` } }],
			})),
		},
		'Take 1',
		{ type: 'interactive', interactive: { button_reply: { id: 'tea-1', title: 'Take 1' } } },
	],
	[
		'a product of a list',
		{
			type: 'product_list',
			header: { type: 'text', text: 'Teas' },
			action: {
				catalog_id: '77',
				sections: [
					{ title: 'Green', product_items: [{ product_retailer_id: 'A1' }, { product_retailer_id: 'A2' }] },
				],
			},
		},
		'Order A2',
		{ type: 'order', order: { catalog_id: '77', product_items: [{ product_retailer_id: 'A2' }] } },
	],
	[
		'a catalog',
		{ type: 'catalog_message', action: { name: 'catalog_message' } },
		'Order from the catalog',
		{ type: 'order' },
	],
	[
		'a request for the phone number',
		{ type: 'request_contact_info', action: { name: 'request_contact_info' } },
		'Share phone number',
		{ type: 'contacts', contacts: [{ origin: 'contact_request' }] },
	],
	[
		'a request for an address',
		{ type: 'address_message', action: { name: 'address_message', parameters: { country: 'IN' } } },
		'Send address',
		form('address_message'),
	],
	[
		'a form',
		{
			type: 'flow',
			action: {
				name: 'flow',
				parameters: {
					flow_message_version: '3',
					flow_id: '1',
					flow_cta: 'Book a table',
					flow_token: 'unused',
				},
			},
		},
		'Book a table',
		form('flow'),
	],
])('%s is answered as on a phone', async (_, interactive, choice, answer) => {
	await at.write('Hello!');
	await received();
	const body = { text: 'What would you like?' };
	const sent = await at.client.message(ADA, { type: 'interactive', interactive: { body, ...interactive } });
	const { messages } = sent.body as unknown as { messages: [{ id: string }] };
	await button(choice).click();
	await chat().getByRole('article').nth(2).waitFor();
	await at.sandbox.control.idle();
	expect(await received()).toMatchObject({ ...answer, context: { id: messages[0].id } });
});

test('cards with links, and a button to call', async () => {
	await at.write('Hello!');
	await received();
	const body = { text: 'Our teas' };
	const link = { name: 'cta_url', parameters: { display_text: 'See it', url: 'https://example.com/tea' } };
	const carousel = { type: 'carousel', body, action: cardsWith(() => link) };
	await at.client.message(ADA, { type: 'interactive', interactive: carousel });
	await chat().getByRole('list', { name: 'Cards' }).getByText('See it').nth(1).waitFor();
	const call = { type: 'voice_call', body, action: { name: 'voice_call' } };
	await at.client.message(ADA, { type: 'interactive', interactive: call });
	await chat().getByRole('button', { name: 'Call', exact: true }).click();
	await chat().getByText('The customer called').waitFor();
});

test('the button of a template is answered with its payload', async () => {
	const buttons = { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Yes, please' }] };
	const components = [{ type: 'BODY', text: 'Hello {{1}}, shall we deliver today?' }, buttons];
	await at.sandbox.control.addTemplate({ name: 'delivery', components });
	const parameters = [{ type: 'text', text: 'Ada' }];
	const template = {
		name: 'delivery',
		language: { code: 'en_US' },
		components: [{ type: 'body', parameters }],
	};
	await at.client.message(ADA, { type: 'template', template });
	await chat().getByText('Hello Ada, shall we deliver today?').waitFor();
	await button('Yes, please').click();
	await chat().getByText('Yes, please').nth(1).waitFor();
	await at.sandbox.control.idle();
	expect(await received()).toMatchObject({
		type: 'button',
		button: { text: 'Yes, please', payload: 'Yes, please' },
	});
});

test('a picture can be seen in the chat and downloaded by the business', async () => {
	await act('Picture');
	const picture = chat().getByRole('img', { name: 'A picture' });
	await picture.waitFor();
	await page.waitForFunction(() => (document.querySelector('.picture') as HTMLImageElement).naturalWidth > 0);
	const { image } = (await received()) as { image: { id: string; sha256: string; mime_type: string } };
	expect((await at.client.get(`/${image.id}`)).body).toMatchObject({
		sha256: image.sha256,
		mime_type: 'image/jpeg',
	});
});

test.each([
	['Voice message', { type: 'audio', audio: { id: expect.any(String) } }],
	['Location', { type: 'location', location: { name: 'Berlin' } }],
	['Contact card', { type: 'contacts' }],
	['Click on an ad', { type: 'text', referral: { source_type: 'ad', headline: 'Spring sale' } }],
])('%s', async (name, message) => {
	await act(name);
	expect(await received()).toMatchObject(message);
	await chat().getByRole('article').waitFor();
});

test('a reaction is shown on its message, and a quoted message in the answer', async () => {
	await at.write('Hello!');
	await received();
	const { body } = await at.client.text(ADA, 'Welcome');
	const [{ id }] = (body as unknown as { messages: [{ id: string }] }).messages;
	const answer = chat().getByRole('listitem').filter({ hasText: 'Welcome' });
	await answer.hover();
	await answer.getByRole('button', { name: 'React or reply' }).click();
	await answer.getByRole('button', { name: 'React with thumbs up' }).click();
	await answer.getByText('👍', { exact: true }).first().waitFor();
	await at.sandbox.control.idle();
	expect(await received()).toMatchObject({ type: 'reaction', reaction: { message_id: id, emoji: '👍' } });
	await answer.getByRole('button', { name: 'React or reply' }).click();
	await answer.getByRole('button', { name: 'Reply to this message' }).click();
	await at.write('Thanks');
	await chat().getByText('Thanks').waitFor();
	await at.sandbox.control.idle();
	expect(await received()).toMatchObject({ text: { body: 'Thanks' }, context: { id } });
});

test('a customer calls, stops marketing, and turns the phone off', async () => {
	await act('Call');
	await chat().getByText('The customer called').waitFor();
	await act('Stop marketing');
	await page.getByText('No marketing', { exact: true }).waitFor();
	await act('Turn phone off');
	await page.getByText('Phone is off', { exact: true }).waitFor();
	await at.client.text(ADA, 'Are you there?');
	await chat().getByText('Sent', { exact: true }).waitFor();
	await act('Turn phone on');
	await chat().getByText('Read', { exact: true }).waitFor();
	await at.sandbox.control.idle();
	expect(at.receiver.fields()).toEqual(expect.arrayContaining(['calls', 'user_preferences']));
});

test('a picture that the business links to is loaded by the sandbox, once the person wants it', async () => {
	const PIXEL =
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
	const files = createServer(({ url }, response) => {
		if (url === '/gone') return void response.writeHead(404).end();
		response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PIXEL, 'base64'));
	});
	await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
	const gateway = createGatewayClient({ baseUrl: at.sandbox.url, apiKey: at.sandbox.apiKey });
	const links = (image: { link: string; caption?: string }) =>
		gateway.messages.send({ to: ADA, type: 'image', image });
	await at.write('Hello!');
	await links({ link: `${origin}/lamp.png`, caption: 'A lamp' });
	await button('Show the picture').click();
	await page.getByRole('img', { name: 'A lamp' }).waitFor();
	await links({ link: `${origin}/gone` });
	await button('Show the picture').click();
	await chat().getByText('No picture: the link answers 404.').waitFor();
	// The browser tells of what it couldn't load.
	at.errors.length = 0;
	await new Promise((resolve) => files.close(resolve));
});

test('the window counts down, and is closed 24 hours later: the business is refused', async () => {
	await page.getByText(/No window yet/).waitFor();
	await at.write('Hello!');
	await page
		.getByRole('timer')
		.getByText(/^23:59:\d\d$|^24:00:00$/)
		.waitFor();
	await button('+1 h').click();
	await page
		.getByRole('timer')
		.getByText(/^22:5\d:\d\d$/)
		.waitFor();
	await button('+24 h').click();
	await page.getByText('Window closed: only a template can go out').waitFor();
	expect((await at.client.text(ADA)).status).toBe(400);
	await chat()
		.getByText(/The gateway refused a message \(text\): \(#131047\)/)
		.waitFor();
});

test('a template is submitted, approved, paused, disabled, and rejected, as the API then says', async () => {
	const statuses = async () => {
		const { body } = await at.client.get('/v1/configs/templates');
		return (body as unknown as { waba_templates: { status: string }[] }).waba_templates.map(
			({ status }) => status,
		);
	};
	await show('Templates');
	await button('New template').click();
	const form = page.getByRole('form', { name: 'New template' });
	await form.getByLabel('Name').fill('order_update');
	await form.getByLabel('Text').fill('Your order is on its way.');
	await button('Submit for review').click();
	await page.getByText('In review', { exact: true }).waitFor();
	expect(await statuses()).toEqual(['PENDING']);
	await button('Approve order_update').click();
	await page.getByText('Approved', { exact: true }).waitFor();
	expect(await statuses()).toEqual(['APPROVED']);
	await button('Pause order_update').click();
	await page.getByText(/The pause ends/).waitFor();
	expect(await statuses()).toEqual(['PAUSED']);
	await button('Reactivate order_update').click();
	await page.getByText('Approved', { exact: true }).waitFor();
	await button('Disable order_update').click();
	await page.getByText('Disabled', { exact: true }).waitFor();
	expect(await statuses()).toEqual(['DISABLED']);
	await button('Reactivate order_update').click();
	await button('Reject order_update').click();
	await page.getByText('Rejected', { exact: true }).waitFor();
	expect(await statuses()).toEqual(['REJECTED']);
	await at.sandbox.control.idle();
	expect(at.receiver.of('message_template_status_change')).toHaveLength(6);
});

test('a template with header, footer, and quick replies is seen before it is submitted, and its replies work', async () => {
	await show('Templates');
	await button('New template').click();
	const form = page.getByRole('form', { name: 'New template' });
	await form.getByLabel('Name').fill('appointment_reminder');
	await form.getByLabel('Header').fill('Your appointment');
	await form.getByLabel('Text').fill('Hello {{1}}, we expect you on {{2}}.');
	await form.getByLabel('Footer').fill('The shop at the corner');
	await form.getByLabel('Quick reply 1').fill('Confirm');
	await form.getByLabel('Quick reply 3').fill('Reschedule');
	const preview = form.getByRole('group', { name: 'Preview' });
	for (const text of [
		'Your appointment',
		'Hello {{1}},',
		'The shop at the corner',
		'Confirm',
		'Reschedule',
	]) {
		await preview.getByText(text).waitFor();
	}
	await button('Submit for review').click();
	await button('Approve appointment_reminder').click();
	await page.getByText('Approved', { exact: true }).waitFor();
	const { body } = await at.client.get('/v1/configs/templates');
	expect(body).toMatchObject({
		waba_templates: [
			{
				name: 'appointment_reminder',
				language: 'en_US',
				components: [
					{ type: 'HEADER', format: 'TEXT', text: 'Your appointment' },
					{ type: 'BODY', text: 'Hello {{1}}, we expect you on {{2}}.' },
					{ type: 'FOOTER', text: 'The shop at the corner' },
					{
						type: 'BUTTONS',
						buttons: [
							{ type: 'QUICK_REPLY', text: 'Confirm' },
							{ type: 'QUICK_REPLY', text: 'Reschedule' },
						],
					},
				],
			},
		],
	});
	const parameters = ['Ada', 'Friday, 09:30'].map((text) => ({ type: 'text', text }));
	const components = [{ type: 'body', parameters }];
	const template = { name: 'appointment_reminder', language: { code: 'en_US' }, components };
	await at.client.message(ADA, { type: 'template', template });
	await chat().getByRole('button', { name: 'Reschedule' }).click();
	await chat()
		.getByRole('article', { name: /^The customer/ })
		.getByText('Reschedule')
		.waitFor();
	await at.sandbox.control.idle();
	expect(await received()).toMatchObject({ type: 'button', button: { text: 'Reschedule' } });
});

test('what is wrong with a template stands at its fields, all at once, until it is right', async () => {
	await show('Templates');
	await button('New template').click();
	const form = page.getByRole('form', { name: 'New template' });
	await form.getByLabel('Name').fill('Big News');
	await form.getByLabel('Text').fill('There is news for {{2}}');
	await form.getByLabel('Footer').fill('For {{1}}');
	await form.getByLabel('Quick reply 1').fill('Yes');
	await form.getByLabel('Quick reply 2').fill('Yes');
	await button('Submit for review').click();
	const wrong = form.locator('[aria-invalid=true]');
	await form.locator('input:focus[aria-invalid=true]').waitFor();
	expect(await wrong.count()).toBe(5);
	for (const text of [
		/only lowercase letters, digits, and underscores/,
		/can't start or end with a variable\. Variables are numbered 1, 2, 3/,
		/A footer has no variables/,
		/Two quick replies can't say the same/,
	]) {
		await form.getByText(text).waitFor();
	}
	await at.shot('simulator-template-problems');
	expect((await at.client.get('/v1/configs/templates')).body).toMatchObject({ waba_templates: [] });
	await form.getByLabel('Name').fill('big_news');
	await form.getByLabel('Text').fill('There is news for {{1}}.');
	await form.getByLabel('Footer').fill('');
	await form.getByLabel('Quick reply 2').fill('No');
	await button('Submit for review').click();
	await page.getByText('In review', { exact: true }).waitFor();
});

test('a template is edited, which puts it in review again, and deleted once that is confirmed', async () => {
	await at.sandbox.control.addTemplate({ name: 'news', body: 'There is news.' });
	await show('Templates');
	await button('Edit news').click();
	const form = page.getByRole('form', { name: 'Edit news' });
	await untilValue(form.getByLabel('Text'), 'There is news.');
	await form.getByLabel('Text').fill('There is good news.');
	await at.shot('simulator-template-edit');
	await button('Submit for review').click();
	await page.getByText('In review', { exact: true }).waitFor();
	const texts = async () => {
		const { body } = await at.client.get('/v1/configs/templates');
		return (body as unknown as { waba_templates: { components: [{ text: string }] }[] }).waba_templates.map(
			({ components }) => components[0].text,
		);
	};
	expect(await texts()).toEqual(['There is good news.']);
	await button('Delete news').click();
	await page.getByText(/can’t be used again for 30 days/).waitFor();
	await at.shot('simulator-template-delete');
	await button('Cancel').click();
	await button('Delete news').click();
	expect(await texts()).toHaveLength(1);
	await button('Delete news').click();
	await until(async () => (await texts()).length === 0);
});

test('the agent is given a chat, answers, and the business is given it', async () => {
	await show('Agent');
	await button('Give the chat to the agent').click();
	await page.getByText('Held by the agent').waitFor();
	await at.write('Are you open?');
	await page.getByLabel('The agent’s answer').fill('We open at nine.');
	await button('Answer as the agent').click();
	await chat().getByText('We open at nine.').waitFor();
	await button('Give the chat to the business').click();
	await page.getByText('Held by the business').waitFor();
	await at.sandbox.control.idle();
	const fields = new Set(at.receiver.fields());
	expect([fields.has('standby'), at.receiver.of('messaging_handovers').length]).toEqual([true, 2]);
});

test('a customer asks to join a group, is rejected, asks again, is let in, and writes there', async () => {
	await show('Groups');
	await button('New group').click();
	await page.getByLabel('Subject').fill('Book club');
	await button('Add').click();
	await button('Follow the invite link').click();
	await button('Reject').click();
	await page.getByText('asks to join').waitFor({ state: 'detached' });
	await button('Follow the invite link').click();
	await button('Approve').click();
	await button('Leave').waitFor();
	await button('Open chat').click();
	await at.write('Shall we meet on Friday?');
	await chat().getByText('Shall we meet on Friday?').waitFor();
	await at.sandbox.control.idle();
	expect(await received()).toMatchObject({ from: ADA, group_id: expect.any(String) });
});

test('the log shows what was delivered, signed, and answered, and sends it again', async () => {
	at.receiver.answers.push(500);
	await at.write('Hello!');
	await page.getByText(/attempt 2/).waitFor();
	await page.getByRole('button', { name: /message: text/ }).click();
	await page.getByText(/answer 500/).waitFor();
	await page.getByText('"body": "Hello!"').waitFor();
	const { headers } = at.receiver.received[0]!;
	await page.getByText(String(headers['x-provider-signature'])).waitFor();
	await button('Send again').click();
	await page.getByText(/attempt 3/).waitFor();
	expect(new Set(at.receiver.received.map(({ text }) => text)).size).toBe(1);
});

test('a webhook that takes no events is no workflow that listens, until it takes them again', async () => {
	at.receiver.answers.push(...Array<number>(1_000).fill(404));
	await at.write('Hello!');
	await page.getByText('The webhook answers 404').waitFor();
	await page.getByText(/is its workflow published\?/).waitFor();
	at.receiver.answers.length = 0;
	await page.getByText(/A workflow is listening \(last event taken /).waitFor();
	await page.getByText(/the gateway learns that from the next event/).waitFor();
	await at.sandbox.control.unsetWebhook();
	await page.getByText('No workflow is listening', { exact: true }).waitFor();
	await page.getByText(/No workflow is listening, so what happens now is lost/).waitFor();
});

test('a fault is on until it is switched off', async () => {
	await show('Faults');
	await page.getByRole('switch', { name: /Deliver every event twice/ }).check();
	await at.write('Hello!');
	await at.receiver.has(2);
	expect(new Set(at.receiver.received.map(({ text }) => text)).size).toBe(1);
	await button('Switch all off').click();
	await page.getByRole('switch', { name: /Deliver every event twice/, checked: false }).waitFor();
	await at.write('Hello again!');
	await chat().getByText('Hello again!').waitFor();
	await at.sandbox.control.idle();
	expect(at.receiver.received).toHaveLength(3);
});

test('what cannot be done is said', async () => {
	await at.sandbox.close();
	await at.write('Hello!');
	await page
		.getByRole('alert')
		.getByText(/The sandbox doesn't answer/)
		.waitFor();
	await page.getByText('Connecting …').waitFor();
	at.errors.length = 0;
});
