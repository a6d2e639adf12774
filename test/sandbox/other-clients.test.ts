import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WhatsAppClient } from '@kapso/whatsapp-cloud-api';
import { WhatsAppBusinessSDK } from '@microfox/whatsapp-business';
import { CUSTOMER, scene } from './support/scene';

const STRANGER = '4917099999999';
const run = promisify(execFile);

interface Answer {
	readonly messages?: readonly { readonly id: string }[];
	readonly error?: { readonly code: number; readonly error_data: { readonly details: string } };
}

describe("other people's clients of the platform", () => {
	const at = scene();
	let mediaId: string;

	beforeEach(async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.sandbox.control.addTemplate({ name: 'order', body: 'Hello {{1}}, your {{2}} is on its way.' });
		mediaId = (await at.sandbox.control.addMedia({ mimeType: 'image/png' })).id;
	});

	const accepted = () => at.sandbox.control.sent().map(({ id }) => id);
	const sent = () => at.sandbox.control.sent().map(({ to, type }) => [to, type]);

	test('@kapso/whatsapp-cloud-api sends text, media, interactive messages and templates', async () => {
		const { url: baseUrl, apiKey: accessToken, phoneNumberId } = at.sandbox;
		const { messages } = new WhatsAppClient({ baseUrl, accessToken });
		const to = { phoneNumberId, to: CUSTOMER };
		const buttons = [{ id: 'yes', title: 'Yes' }];
		const rows = [{ id: 'green', title: 'Green' }];
		const parameters = ['Ada', 'tea'].map((text) => ({ type: 'text' as const, text }));
		const template = {
			name: 'order',
			language: { code: 'en_US' },
			components: [{ type: 'body' as const, parameters }],
		};

		const answers = [
			await messages.sendText({ ...to, body: 'Hello' }),
			await messages.sendImage({ ...to, image: { id: mediaId, caption: 'By id' } }),
			await messages.sendDocument({
				...to,
				document: { link: 'https://example.com/a.pdf', filename: 'a.pdf' },
			}),
			await messages.sendInteractiveButtons({ ...to, bodyText: 'Tea?', buttons }),
			await messages.sendInteractiveList({
				...to,
				bodyText: 'Which tea?',
				buttonText: 'Choose',
				sections: [{ title: 'Teas', rows }],
			}),
			await messages.sendTemplate({ phoneNumberId, to: STRANGER, template }),
		];

		expect(answers.map((answer) => answer.messages[0]?.id)).toEqual(accepted());
		expect(sent()).toEqual([
			...['text', 'image', 'document', 'interactive', 'interactive'].map((type) => [CUSTOMER, type]),
			[STRANGER, 'template'],
		]);
		const outside = messages.sendText({ phoneNumberId, to: STRANGER, body: 'Outside the window' });
		await expect(outside).rejects.toMatchObject({ code: 131047, httpStatus: 400 });
	});

	test('whatsapp-api-js sends text, media, interactive messages and templates', async () => {
		const { url, apiKey, phoneNumberId } = at.sandbox;
		const settings = { url, apiKey, phoneNumberId, mediaId, customer: CUSTOMER, stranger: STRANGER };
		const script = join(__dirname, 'support/send-with-whatsapp-api-js.mjs');
		const { stdout } = await run(process.execPath, [script, JSON.stringify(settings)]);
		const answers = JSON.parse(stdout) as Answer[];

		expect(answers.flatMap(({ messages = [] }) => messages.map(({ id }) => id))).toEqual(accepted());
		expect(sent()).toEqual([
			...['text', 'image', 'image', 'interactive', 'interactive'].map((type) => [CUSTOMER, type]),
			[STRANGER, 'template'],
		]);
		expect(answers.at(-1)?.error).toMatchObject({ code: 131047 });
	});

	test('@great-detail/whatsapp uploads media, and sends text, media, links and templates, to a user ID too', async () => {
		const { url, apiKey, phoneNumberId } = at.sandbox;
		const { userId } = await at.sandbox.control.addCustomer({ from: CUSTOMER });
		const settings = { url, apiKey, phoneNumberId, userId, customer: CUSTOMER, stranger: STRANGER };
		const script = join(__dirname, 'support/send-with-great-detail.mjs');
		const { stdout } = await run(process.execPath, [script, JSON.stringify(settings)]);
		const { answers, metadata } = JSON.parse(stdout) as { answers: Answer[]; metadata: object };

		expect(answers.flatMap(({ messages = [] }) => messages.map(({ id }) => id))).toEqual(accepted());
		expect(sent().map(([, type]) => type)).toEqual(['text', 'image', 'interactive', 'text', 'template']);
		expect(answers[3]).toMatchObject({ contacts: [{ input: userId, user_id: userId }] });
		expect(metadata).toMatchObject({ mime_type: 'image/png', file_size: 8, messaging_product: 'whatsapp' });
		expect(answers.at(-1)?.error).toMatchObject({ code: 131047 });
	});

	test('@microfox/whatsapp-business sends messages, marks as read, uploads and downloads media', async () => {
		const { url, apiKey, phoneNumberId } = at.sandbox;
		const client = new WhatsAppBusinessSDK({
			phoneNumberId,
			businessAccountId: 'account',
			accessToken: apiKey,
			baseUrl: `${url}/v24.0`,
			version: 'v24.0',
		});
		const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
		const file = new File([bytes], 'tea.png', { type: 'image/png' });
		const uploaded = await client.uploadMedia(file, 'image');
		const { id } = uploaded.data as { id: string };
		const parameters = ['Ada', 'tea'].map((text) => ({ type: 'text' as const, text }));

		await client.sendTextMessage(CUSTOMER, 'Hello');
		await client.sendImageMessage(CUSTOMER, { id, caption: 'Uploaded' });
		await client.sendLocationMessage(CUSTOMER, { latitude: 52.5, longitude: 13.4, name: 'Shop' });
		await client.sendLocationRequestMessage(CUSTOMER, 'Where are you?');
		await client.sendTemplateMessage(STRANGER, 'order', 'en_US', [{ type: 'body', parameters }]);

		expect(sent()).toEqual([
			...['text', 'image', 'location', 'interactive'].map((type) => [CUSTOMER, type]),
			[STRANGER, 'template'],
		]);
		const written = at.receiver.of('messages')[0] as unknown as {
			value: { messages: Array<{ id: string }> };
		};
		expect(await client.markMessageAsRead(written.value.messages[0]!.id)).toMatchObject({ success: true });
		const { data } = await client.downloadMedia(id);
		expect(Buffer.from(data as ArrayBuffer)).toEqual(bytes);
		await expect(client.sendTextMessage(STRANGER, 'Outside the window')).rejects.toMatchObject({
			code: 131047,
		});
	});
});
