// @great-detail/whatsapp is an ES module, which Jest cannot load: the test runs this file in a Node of its own.
import Client from '@great-detail/whatsapp';

const { url, apiKey, phoneNumberId, customer, stranger, userId } = JSON.parse(process.argv[2]);
const { message, media } = new Client({
	baseUrl: url,
	// Without the slash, the client drops the version.
	graphVersion: 'v24.0/',
	request: { headers: { Authorization: `Bearer ${apiKey}` }, throwHttpErrors: false },
});
const phoneNumberID = phoneNumberId;
const png = new Blob([Buffer.from('89504e470d0a1a0a', 'hex')], { type: 'image/png' });
const uploaded = await media
	.upload({ phoneNumberID, file: png, filename: 'tea.png', mimeType: 'image/png' })
	.json();
const parameters = ['Ada', 'tea'].map((text) => ({ type: 'text', text }));

const messages = [
	{ to: customer, type: 'text', text: { body: 'Hello' } },
	{ to: customer, type: 'image', image: { id: uploaded.id, caption: 'Uploaded' } },
	{
		to: customer,
		type: 'interactive',
		interactive: {
			type: 'cta_url',
			body: { text: 'Our teas' },
			action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com' } },
		},
	},
	{ recipient: userId, type: 'text', text: { body: 'Hello by user ID' } },
	{
		to: stranger,
		type: 'template',
		template: { name: 'order', language: { code: 'en_US' }, components: [{ type: 'body', parameters }] },
	},
	{ to: stranger, type: 'text', text: { body: 'Outside the window' } },
];
const answers = [];
for (const one of messages) answers.push(await message.createMessage({ phoneNumberID, ...one }).json());
const metadata = await media.getURL({ mediaID: uploaded.id }).json();
process.stdout.write(JSON.stringify({ answers, metadata }));
