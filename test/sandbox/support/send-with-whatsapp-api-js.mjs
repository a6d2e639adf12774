// whatsapp-api-js is an ES module, which Jest cannot load: the test runs this file in a Node of its own.
import { WhatsAppAPI } from 'whatsapp-api-js';
import {
	ActionButtons,
	ActionList,
	Body,
	BodyComponent,
	BodyParameter,
	Button,
	Image,
	Interactive,
	ListSection,
	Row,
	Template,
	Text,
} from 'whatsapp-api-js/messages';

const { url, apiKey, phoneNumberId, mediaId, customer, stranger } = JSON.parse(process.argv[2]);
const api = new WhatsAppAPI({
	token: apiKey,
	secure: false,
	v: 'v24.0',
	ponyfill: {
		fetch: (address, init) => fetch(String(address).replace('https://graph.facebook.com', url), init),
	},
});
const rows = new ListSection('Teas', new Row('green', 'Green'), new Row('black', 'Black'));
const order = new BodyComponent(new BodyParameter('Ada'), new BodyParameter('tea'));

const messages = [
	[customer, new Text('Hello')],
	[customer, new Image(mediaId, true, 'By id')],
	[customer, new Image('https://example.com/tea.png', false, 'By link')],
	[customer, new Interactive(new ActionButtons(new Button('yes', 'Yes')), new Body('Tea?'))],
	[customer, new Interactive(new ActionList('Choose', rows), new Body('Which tea?'))],
	[stranger, new Template('order', 'en_US', order)],
	[stranger, new Text('Outside the window')],
];
const answers = [];
for (const [to, message] of messages)
	answers.push(await api.sendMessage(phoneNumberId, { phone: to }, message));
process.stdout.write(JSON.stringify(answers));
