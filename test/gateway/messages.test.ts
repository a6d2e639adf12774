import { dottedPath } from '../../base';
import { createGatewayClient, validateMessage } from '../../gateway';
import { CUSTOMER, failureOf, overEachTransport } from './support/scene';

const x = (length: number) => 'x'.repeat(length);
const times = <Item>(count: number, make: (n: number) => Item) =>
	Array.from({ length: count }, (_, n) => make(n));

const LINK = 'https://files.example/a';
const interactive = (type: string, action: object, fields: object = {}) => ({
	type: 'interactive',
	interactive: { type, body: { text: 'Which one?' }, action, ...fields },
});
const reply = (n: number, title = 'Yes') => ({ type: 'reply', reply: { id: `id-${n}`, title } });
const row = (n: number, fields: object = {}) => ({ id: `row-${n}`, title: `Row ${n}`, ...fields });
const list = (...sections: object[]) => interactive('list', { button: 'Choose', sections });
const button = (display_text: string, url: string) =>
	interactive('cta_url', { name: 'cta_url', parameters: { display_text, url } });
const flow = (fields: object) =>
	interactive('flow', { name: 'flow', parameters: { flow_cta: 'Book', ...fields } });
const products = (count: number) => times(count, (n) => ({ product_retailer_id: `p${n}` }));
const productList = (sections: object[], fields: object = {}) =>
	interactive(
		'product_list',
		{ catalog_id: '7', sections },
		{ header: { type: 'text', text: 'Our tea' }, ...fields },
	);
const linkCard = (card_index: number, fields: object = {}) => ({
	card_index,
	type: 'cta_url',
	header: { type: 'image', image: { link: LINK } },
	action: { name: 'cta_url', parameters: { display_text: 'Open', url: LINK } },
	...fields,
});
const replyCard = (card_index: number, ...titles: string[]) =>
	linkCard(card_index, {
		action: {
			buttons: titles.map((title) => ({ type: 'quick_reply', quick_reply: { id: title, title } })),
		},
	});
const productCard = (card_index: number, catalog_id = '7') => ({
	card_index,
	type: 'product',
	action: { product_retailer_id: 'p', catalog_id },
});
const carousel = (...cards: object[]) => interactive('carousel', { cards });
const address = (country: string) =>
	interactive('address_message', { name: 'address_message', parameters: { country } });
const voiceCall = (parameters: object) => interactive('voice_call', { name: 'voice_call', parameters });
const template = (...components: object[]) => ({
	type: 'template',
	template: { name: 'order', language: { code: 'en_US' }, components },
});
const coupon = (code: string) => ({
	type: 'button',
	sub_type: 'COPY_CODE',
	index: 0,
	parameters: [{ type: 'coupon_code', coupon_code: code }],
});
const flowAction = (action: object) => ({ type: 'action', action });
const flowButton = (action: object) => ({
	type: 'button',
	sub_type: 'flow',
	index: '0',
	parameters: [flowAction(action)],
});
const parameters = (...list_: object[]) => template({ type: 'body', parameters: list_ });

/** Every type, at the edge of its limits (docs/interface.md, Message types). */
const FITTING: Array<[string, { type: string; [field: string]: unknown }]> = [
	['a text of 4096 characters', { type: 'text', text: { body: x(4096), preview_url: true } }],
	[
		'a picture by link with a caption of 1024 characters',
		{ type: 'image', image: { link: LINK, caption: x(1024) } },
	],
	['a picture whose link has the ending of one', { type: 'image', image: { link: `${LINK}.jpeg#x.gif` } }],
	['a picture whose link has an ending that says nothing', { type: 'image', image: { link: `${LINK}.php` } }],
	['a picture at a host alone', { type: 'image', image: { link: 'https://files.gif' } }],
	['a picture that is sent as a document', { type: 'document', document: { link: `${LINK}.gif` } }],
	['a video', { type: 'video', video: { link: LINK } }],
	['an audio', { type: 'audio', audio: { link: LINK } }],
	['a document with a name', { type: 'document', document: { link: LINK, filename: 'a.pdf', caption: 'A' } }],
	['a sticker', { type: 'sticker', sticker: { link: LINK } }],
	[
		'a location',
		{ type: 'location', location: { latitude: -90, longitude: 180, name: 'Pole', address: 'Ice' } },
	],
	[
		'contacts',
		{
			type: 'contacts',
			contacts: [{ name: { formatted_name: 'Ada', first_name: 'Ada' }, phones: [{ phone: '+1' }] }],
		},
	],
	['a reaction', { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } }],
	['a reaction taken back', { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '' } }],
	[
		'three replies',
		interactive(
			'button',
			{ buttons: times(3, (n) => reply(n, `${n}${x(19)}`)) },
			{ header: { type: 'text', text: x(60) }, footer: { text: x(60) } },
		),
	],
	['a list of ten rows', list({ rows: times(10, (n) => row(n, { title: x(24), description: x(72) })) })],
	['two rows of the same title', list({ rows: [row(1), row(2, { title: 'Row 1' })] })],
	['a list with sections', list({ title: 'A', rows: [row(1)] }, { title: 'B', rows: [row(2)] })],
	['a link', button(x(20), LINK)],
	['a location request', interactive('location_request_message', { name: 'send_location' })],
	['a flow by its ID', flow({ flow_id: '1' })],
	[
		'a flow by its name, with data for its first screen',
		flow({
			flow_name: 'booking',
			flow_cta: x(20),
			flow_token: 't',
			mode: 'draft',
			flow_action: 'navigate',
			flow_action_payload: { screen: 'DAY', data: { days: ['Mo'] } },
		}),
	],
	['a voice note', { type: 'audio', audio: { link: LINK, voice: true } }],
	['a request for a contact', interactive('request_contact_info', { name: 'request_contact_info' })],
	['a request for an address', address('IN')],
	['a request to call', interactive('call_permission_request', { name: 'call_permission_request' })],
	['a product', interactive('product', { catalog_id: '7', product_retailer_id: 'p' }, { body: undefined })],
	['a list of 30 products', productList([{ product_items: products(30) }])],
	[
		'a list of ten sections',
		productList(times(10, (n) => ({ title: x(24), product_items: [{ product_retailer_id: `p${n}` }] }))),
	],
	['a catalog', interactive('catalog_message', { name: 'catalog_message' })],
	['a call for 30 days', voiceCall({ display_text: x(20), ttl_minutes: 43_200, payload: x(512) })],
	['a call without parameters', interactive('voice_call', { name: 'voice_call' })],
	[
		'a document above a link',
		interactive('cta_url', button('Open', LINK).interactive.action, {
			header: { type: 'document', document: { link: LINK, filename: 'a.pdf' } },
		}),
	],
	['two cards with links', carousel(linkCard(0), linkCard(1, { body: { text: 'a\nb\nc' } }))],
	['ten cards with buttons', carousel(...times(10, (n) => replyCard(n, 'Yes', x(20))))],
	['cards of products', carousel(productCard(0), productCard(1))],
];

const BREAKING: Array<[string, { type: string; [field: string]: unknown }, string]> = [
	[
		'a text of 4097 characters',
		{ type: 'text', text: { body: x(4097) } },
		'text.body has 4097 characters, but only 4096 are allowed',
	],
	['an empty text', { type: 'text', text: { body: ' ' } }, 'text.body is empty'],
	['no content', { type: 'text' }, 'text is missing'],
	['no type', { type: '' }, 'type is empty'],
	[
		'a caption of 1025 characters',
		{ type: 'image', image: { link: LINK, caption: x(1025) } },
		'image.caption has 1025 characters, but only 1024 are allowed',
	],
	['neither id nor link', { type: 'image', image: {} }, 'image needs exactly one of id and link'],
	[
		'id and link',
		{ type: 'video', video: { id: '1', link: LINK } },
		'video needs exactly one of id and link',
	],
	['a media id that is not numeric', { type: 'audio', audio: { id: 'a1' } }, 'audio.id isn\'t numeric: "a1"'],
	[
		'a link that is none',
		{ type: 'sticker', sticker: { link: 'ftp://a' } },
		'sticker.link isn\'t a URL with https:// or http:// at its beginning: "ftp://a"',
	],
	[
		'a link to a GIF as a picture',
		{ type: 'image', image: { link: 'https://files.example/cat.GIF?size=2' } },
		'image.link leads to a file that ends with .gif, but an image must be a JPEG or a PNG. Convert it, or use another link',
	],
	[
		'a link to a PDF as a picture',
		{ type: 'image', image: { link: 'https://files.example/bill.pdf' } },
		'image.link leads to a file that ends with .pdf, which can be sent as a document, not as an image. Choose that type, or use another link',
	],
	[
		'a link to a film of a type that the platform refuses',
		{ type: 'video', video: { link: 'https://files.example/a.mov' } },
		'video.link leads to a file that ends with .mov, but a video must be an MP4 or a 3GP. Convert it, or use another link',
	],
	[
		'a link to a film of such a type as a picture',
		{ type: 'image', image: { link: 'https://files.example/a.mov' } },
		'image.link leads to a file that ends with .mov, but an image must be a JPEG or a PNG. Convert it, or use another link',
	],
	[
		'a link to an archive as a document',
		{ type: 'document', document: { link: 'https://files.example/all.zip' } },
		'document.link leads to a file that ends with .zip, but a document must be a PDF, a text, or a file of Word, Excel, or PowerPoint. Use another link, or send a text with this one',
	],
	[
		'a name that ends like another file than the link',
		{ type: 'document', document: { link: 'https://files.example/bill.pdf', filename: 'bill.txt' } },
		'document.filename ends with .txt, but the file is a .pdf file, and phones open a file by its ending. Change the ending to .pdf',
	],
	[
		'such a name in the header of a template',
		template({
			type: 'header',
			parameters: [
				{ type: 'document', document: { link: 'https://files.example/a.pdf', filename: 'a.docx' } },
			],
		}),
		'template.components.0.parameters.0 has a file name that ends with .docx, but the file is a .pdf file, and phones open a file by its ending. Change the ending to .pdf',
	],
	[
		'a link to a sound in the picture of a header',
		interactive(
			'button',
			{ buttons: [reply(1)] },
			{ header: { type: 'image', image: { link: 'https://files.example/a.mp3' } } },
		),
		'interactive.header.image.link leads to a file that ends with .mp3, which can be sent as audio, not as an image. Choose that type, or use another link',
	],
	[
		'a link to a PDF in the picture of a template',
		template({
			type: 'header',
			parameters: [{ type: 'image', image: { link: 'https://files.example/a.pdf' } }],
		}),
		'template.components.0.parameters.0 leads to a file that ends with .pdf, which can be sent as a document, not as an image. Choose that type, or use another link',
	],
	[
		'a caption on an audio',
		{ type: 'audio', audio: { link: LINK, caption: 'A' } },
		"audio.caption isn't allowed here",
	],
	[
		'a latitude of 91',
		{ type: 'location', location: { latitude: 91, longitude: 0 } },
		"location.latitude isn't a number from -90 to 90",
	],
	[
		'a longitude in words',
		{ type: 'location', location: { latitude: 0, longitude: 'west' } },
		"location.longitude isn't a number from -180 to 180",
	],
	['no contacts', { type: 'contacts', contacts: [] }, 'contacts is empty'],
	[
		'a contact without a name',
		{ type: 'contacts', contacts: [{ name: {} }] },
		'contacts.0.name.formatted_name is missing',
	],
	[
		'a reaction to nothing',
		{ type: 'reaction', reaction: { emoji: '👍' } },
		'reaction.message_id is missing',
	],
	[
		'four replies',
		interactive('button', { buttons: times(4, (n) => reply(n, `Yes ${n}`)) }),
		'interactive.action.buttons has 4 entries, but only 3 are allowed. For more choices, send a list',
	],
	[
		'a reply id of 257 characters',
		interactive('button', { buttons: [{ type: 'reply', reply: { id: x(257), title: 'A' } }] }),
		'interactive.action.buttons.0.reply.id has 257 characters, but only 256 are allowed',
	],
	[
		'a reply title of 21 characters',
		interactive('button', { buttons: [reply(1, x(21))] }),
		'interactive.action.buttons.0.reply.title has 21 characters, but only 20 are allowed',
	],
	[
		'two replies of the same id',
		interactive('button', { buttons: [reply(1), reply(1, 'No')] }),
		'interactive.action.buttons.1.reply.id is the same as that of an earlier one. Each needs its own',
	],
	[
		'two replies of the same title',
		interactive('button', { buttons: [reply(1), reply(2)] }),
		'interactive.action.buttons.1.reply.title is the same as that of an earlier one. Each needs its own',
	],
	[
		'two rows of the same id in different sections',
		list({ title: 'A', rows: [row(1)] }, { title: 'B', rows: [row(1, { title: 'Another' })] }),
		'interactive.action.sections.1.rows.0.id is the same as that of an earlier one. Each needs its own',
	],
	[
		'a card with two replies of the same title',
		carousel(replyCard(0, 'Yes', 'No'), replyCard(1, 'Yes', 'Yes')),
		'interactive.action.cards.1.action.buttons has two buttons with the same title',
	],
	[
		'an interactive message without a body',
		interactive('button', { buttons: [reply(1)] }, { body: undefined }),
		'interactive.body is missing',
	],
	[
		'a footer of 61 characters',
		interactive('button', { buttons: [reply(1)] }, { footer: { text: x(61) } }),
		'interactive.footer.text has 61 characters, but only 60 are allowed',
	],
	[
		'a list of eleven rows',
		list({ rows: times(11, (n) => row(n)) }),
		'interactive.action.sections has 11 rows in total, but only 10 are allowed',
	],
	[
		'a row id of 201 characters',
		list({ rows: [row(1, { id: x(201) })] }),
		'interactive.action.sections.0.rows.0.id has 201 characters, but only 200 are allowed',
	],
	[
		'a row title of 25 characters',
		list({ rows: [row(1, { title: x(25) })] }),
		'interactive.action.sections.0.rows.0.title has 25 characters, but only 24 are allowed',
	],
	[
		'a row description of 73 characters',
		list({ rows: [row(1, { description: x(73) })] }),
		'interactive.action.sections.0.rows.0.description has 73 characters, but only 72 are allowed',
	],
	[
		'two sections without titles',
		list({ rows: [row(1)] }, { rows: [row(2)] }),
		'interactive.action.sections needs a title for each section',
	],
	[
		'a list button of 21 characters',
		interactive('list', { button: x(21), sections: [{ rows: [row(1)] }] }),
		'interactive.action.button has 21 characters, but only 20 are allowed',
	],
	[
		'a flow label of 21 characters',
		flow({ flow_id: '1', flow_cta: x(21) }),
		'interactive.action.parameters.flow_cta has 21 characters, but only 20 are allowed',
	],
	[
		'a flow label with an emoji',
		flow({ flow_id: '1', flow_cta: 'Book 📅' }),
		'interactive.action.parameters.flow_cta has an emoji',
	],
	[
		'a flow that nothing names',
		flow({}),
		'interactive.action.parameters needs exactly one of flow_id and flow_name',
	],
	[
		'a flow with two names',
		flow({ flow_id: '1', flow_name: 'booking' }),
		'interactive.action.parameters needs exactly one of flow_id and flow_name',
	],
	[
		'a flow with data for a screen that its server chooses',
		flow({ flow_id: '1', flow_action: 'data_exchange', flow_action_payload: { screen: 'DAY' } }),
		'interactive.action.parameters has data for a first screen, which only the action navigate opens',
	],
	[
		'a flow without a label',
		flow({ flow_id: '1', flow_cta: undefined }),
		'interactive.action.parameters.flow_cta is missing',
	],
	...[
		['location_request_message', 'send_location'],
		['request_contact_info', 'request_contact_info'],
		['call_permission_request', 'call_permission_request'],
	].flatMap(([type = '', name]): typeof BREAKING => [
		[
			`a header of a ${type}, which has only a body`,
			interactive(type, { name }, { header: { type: 'text', text: 'A' } }),
			"interactive.header isn't allowed here",
		],
		[
			`a footer of a ${type}, which has only a body`,
			interactive(type, { name }, { footer: { text: 'A' } }),
			"interactive.footer isn't allowed here",
		],
	]),
	[
		'a header without its text',
		interactive('button', { buttons: [reply(1)] }, { header: { type: 'text' } }),
		'interactive.header.text is missing',
	],
	[
		'a header without its picture',
		interactive('button', { buttons: [reply(1)] }, { header: { type: 'image' } }),
		'interactive.header.image is missing',
	],
	[
		'a header with a location',
		interactive('button', { buttons: [reply(1)] }, { header: { type: 'location' } }),
		'interactive.header.type needs a text, a picture, a video, or a document',
	],
	[
		'a call with a label of 21 characters',
		voiceCall({ display_text: x(21) }),
		'interactive.action.parameters.display_text has 21 characters, but only 20 are allowed',
	],
	[
		'a call for no minute',
		voiceCall({ ttl_minutes: 0 }),
		"interactive.action.parameters.ttl_minutes isn't a whole number from 1 to 43200",
	],
	[
		'a call for more than 30 days',
		voiceCall({ ttl_minutes: 43_201 }),
		"interactive.action.parameters.ttl_minutes isn't a whole number from 1 to 43200",
	],
	[
		'a call with a payload of 513 characters',
		voiceCall({ payload: x(513) }),
		'interactive.action.parameters.payload has 513 characters, but only 512 are allowed',
	],
	[
		'a request for an address in no country',
		address('India'),
		"interactive.action.parameters.country isn't a country (two capital letters, for example IN)",
	],
	[
		'a list of 31 products',
		productList([{ product_items: products(31) }]),
		'interactive.action.sections has 31 products in total, but only 30 are allowed',
	],
	[
		'a list of products in eleven sections',
		productList(times(11, () => ({ title: 'A', product_items: products(1) }))),
		'interactive.action.sections has 11 entries, but only 10 are allowed',
	],
	[
		'a list of products without a header',
		productList([{ product_items: products(1) }], { header: undefined }),
		'interactive.header is missing',
	],
	[
		'a product with a header',
		interactive(
			'product',
			{ catalog_id: '7', product_retailer_id: 'p' },
			{ header: { type: 'text', text: 'A' } },
		),
		"interactive.header isn't allowed here",
	],
	['one card', carousel(linkCard(0)), 'interactive.action.cards has 1 entry, but needs at least 2'],
	[
		'eleven cards',
		carousel(...times(11, (n) => linkCard(n))),
		'interactive.action.cards has 11 entries, but only 10 are allowed',
	],
	[
		'a card without a picture',
		carousel(linkCard(0), linkCard(1, { header: undefined })),
		'interactive.action.cards.1.header needs a picture or a video',
	],
	[
		'a card with a text of 161 characters',
		carousel(linkCard(0), linkCard(1, { body: { text: x(161) } })),
		'interactive.action.cards.1.body.text has 161 characters, but only 160 are allowed',
	],
	[
		'a card with three line breaks',
		carousel(linkCard(0), linkCard(1, { body: { text: 'a\nb\nc\nd' } })),
		'interactive.action.cards.1.body.text has more than 2 line breaks',
	],
	[
		'a link beside buttons',
		carousel(linkCard(0), replyCard(1, 'Yes')),
		'interactive.action.cards needs the same kind and number of buttons on each card, or products of one catalog',
	],
	[
		'one button beside two',
		carousel(replyCard(0, 'Yes'), replyCard(1, 'Yes', 'No')),
		'interactive.action.cards needs the same kind and number of buttons on each card, or products of one catalog',
	],
	[
		'products of two catalogs',
		carousel(productCard(0, '7'), productCard(1, '8')),
		'interactive.action.cards needs the same kind and number of buttons on each card, or products of one catalog',
	],
	[
		'a carousel with a footer',
		interactive('carousel', { cards: [linkCard(0), linkCard(1)] }, { footer: { text: 'A' } }),
		"interactive.footer isn't allowed here",
	],
	[
		'a link label of 21 characters',
		button(x(21), LINK),
		'interactive.action.parameters.display_text has 21 characters, but only 20 are allowed',
	],
	[
		'a link that is no URL',
		button('Open', 'shop'),
		'interactive.action.parameters.url isn\'t a URL with https:// or http:// at its beginning: "shop"',
	],
	[
		'a template without a name',
		{ type: 'template', template: { language: { code: 'en' } } },
		'template.name is missing',
	],
	[
		'a template without a language',
		{ type: 'template', template: { name: 'order' } },
		'template.language is missing',
	],
	[
		'a coupon code of 16 characters',
		template(coupon(x(16))),
		'template.components.0.parameters.0 has a coupon code of 16 characters, but only 15 are allowed',
	],
	[
		'a button that copies a code, without a code',
		template({ ...coupon('SAVE'), parameters: undefined }),
		'template.components.0.parameters.0 has no coupon_code',
	],
	[
		'a button that copies a code, with a text instead',
		template({ ...coupon('SAVE'), parameters: [{ type: 'text', text: 'SAVE' }] }),
		'template.components.0.parameters.0 has no coupon_code',
	],
	[
		'a button without its position',
		template({ ...coupon('SAVE'), index: undefined }),
		'template.components.0.index is missing',
	],
	[
		'a button before the first one',
		template({ ...coupon('SAVE'), index: -1 }),
		"template.components.0.index isn't a position: the first button is 0",
	],
	[
		'a coupon code for a link',
		template({ ...coupon('SAVE'), sub_type: 'url' }),
		"template.components.0.sub_type isn't COPY_CODE, and only such a button takes a coupon_code",
	],
	[
		'an empty flow token',
		template(flowButton({ flow_token: '' })),
		'template.components.0.parameters.0.action.flow_token is empty',
	],
	[
		'flow data that is a text',
		template(flowButton({ flow_token: 't', flow_action_data: '{}' })),
		"template.components.0.parameters.0.action.flow_action_data isn't an object",
	],
	[
		'a flow button with another parameter',
		template({ ...flowButton({}), parameters: [{ type: 'payload', payload: 'p', action: {} }] }),
		"template.components.0.parameters.0.type isn't an action",
	],
	[
		'a flow button with two actions',
		template({ ...flowButton({}), parameters: [flowAction({}), flowAction({})] }),
		'template.components.0.parameters has more than one action',
	],
	[
		'a line break in a variable',
		parameters({ type: 'text', text: 'a\nb' }),
		'template.components.0.parameters.0 has line breaks, tabs, or more than four spaces in a row',
	],
	[
		'an empty variable',
		parameters({ type: 'text', text: '' }),
		'template.components.0.parameters.0 has no text',
	],
	[
		'a picture without a source',
		template({ type: 'header', parameters: [{ type: 'image', image: {} }] }),
		'template.components.0.parameters.0 needs exactly one of image.id and image.link',
	],
	[
		'callback data of 513 characters',
		{ type: 'text', text: { body: 'A' }, biz_opaque_callback_data: x(513) },
		'biz_opaque_callback_data has 513 characters, but only 512 are allowed',
	],
	[
		'buttons to a group',
		{ recipient_type: 'group', ...interactive('button', { buttons: [reply(1)] }) },
		"type is interactive, which can't be sent to a group",
	],
];

const sentences = (message: object) =>
	validateMessage(message).map(({ path, message: text }) => `${dottedPath(path)} ${text}`);

describe('a message', () => {
	it.each(FITTING)('may be %s', (_name, message) => {
		expect(sentences({ to: CUSTOMER, ...message })).toEqual([]);
	});

	it.each(BREAKING)('may not have %s', (_name, message, sentence) => {
		expect(sentences({ to: CUSTOMER, ...message })).toEqual([sentence]);
	});

	it('may be a template with every kind of parameter', () => {
		const card = {
			card_index: 0,
			components: [{ type: 'header', parameters: [{ type: 'image', image: { id: '1' } }] }],
		};
		const message = template(
			{ type: 'header', parameters: [{ type: 'document', document: { link: LINK } }] },
			{ type: 'body', parameters: [{ type: 'text', text: 'a    b', parameter_name: 'name' }] },
			{
				type: 'button',
				sub_type: 'quick_reply',
				index: '0',
				parameters: [{ type: 'payload', payload: 'yes' }],
			},
			coupon(x(15)),
			flowButton({ flow_token: 'signup-7', flow_action_data: { tea: 'green' } }),
			{ type: 'button', sub_type: 'flow', index: '1' },
			{ type: 'carousel', cards: [card] },
		);
		expect(sentences({ to: CUSTOMER, ...message })).toEqual([]);
	});

	it('is told of everything at once', () => {
		expect(sentences({ to: '', type: 'image', image: { id: 'a', caption: x(1025) } })).toEqual([
			'to is empty',
			'image.id isn\'t numeric: "a"',
			'image.caption has 1025 characters, but only 1024 are allowed',
		]);
	});

	it('of a type that is not known here is left to the gateway', () => {
		expect(sentences({ to: CUSTOMER, type: 'hologram', hologram: {} })).toEqual([]);
	});

	it.each([null, 7, 'text', [], { to: CUSTOMER, type: 7 }])('is an object with a type, not %j', (given) => {
		expect(validateMessage(given)).toHaveLength(1);
	});
});

overEachTransport((at) => {
	describe('sending', () => {
		beforeEach(() => at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' }));

		it.each(FITTING)('takes %s, as the gateway does', async (_name, message) => {
			const answer = await at.client.messages.send({ to: `+${CUSTOMER}`, ...message });
			expect(answer).toMatchObject({
				contacts: [{ wa_id: CUSTOMER }],
				messages: [{ id: expect.any(String) }],
			});
			expect(at.sandbox.control.sent()).toMatchObject([{ to: CUSTOMER, type: message.type }]);
		});

		it.each([CUSTOMER, `+${CUSTOMER}`, ` +49 (170) 123-45.678 `])(
			'writes %j in one way on the wire',
			async (to) => {
				await at.client.messages.send({ to, type: 'text', text: { body: 'Hello' } });
				expect(at.sandbox.control.sent()[0]!.body).toMatchObject({ to: CUSTOMER });
			},
		);

		it('refuses what breaks a limit before it reaches the gateway, all at once', async () => {
			const invalid = { to: CUSTOMER, type: 'image', image: { caption: x(1025) } };
			expect(await failureOf(at.client.messages.send(invalid))).toMatchObject({
				name: 'InvalidRequest',
				problems: [
					{ path: ['image', 'caption'], message: 'has 1025 characters, but only 1024 are allowed' },
					{ path: ['image'], message: 'needs exactly one of id and link' },
				],
			});
			expect(at.sandbox.control.sent()).toEqual([]);
		});

		it('answers a message and carries callback data', async () => {
			const around = { context: { message_id: 'wamid.in' }, biz_opaque_callback_data: 'ours' };
			await at.client.messages.send({ to: CUSTOMER, type: 'text', text: { body: 'Hi' }, ...around });
			expect(at.sandbox.control.sent()).toMatchObject([{ body: around }]);
		});

		it('goes to a user id, which has a field of its own', async () => {
			const user = 'US.13491208655302741918';
			await at.sandbox.control.customerWrites({ from: user, text: 'Hi' });
			await at.client.messages.send({ to: user, type: 'text', text: { body: 'Hi' } });
			expect(at.sandbox.control.sent()).toMatchObject([{ to: user, body: { recipient: user } }]);
		});

		it.each(['us.1349', 'US.13-49', 'US.ENT.', `US.${x(129)}`])(
			'what only looks like a user id is refused before it is lost: %s',
			async (to) => {
				const message = { to, type: 'text', text: { body: 'Hi' } };
				expect(await failureOf(at.client.messages.send(message))).toMatchObject({
					name: 'InvalidRequest',
					problems: [{ path: ['to'], message: expect.stringContaining("isn't a user ID") as string }],
				});
				expect(at.sandbox.control.sent()).toEqual([]);
			},
		);

		it('outside the conversation window is refused with 131047', async () => {
			const stranger = '491709999999';
			const error = await failureOf(
				at.client.messages.send({ to: stranger, type: 'text', text: { body: 'Hi' } }),
			);
			expect(error).toMatchObject({ name: 'GatewayError', code: 131047, effect: 'redecide' });
		});

		it('of a template that is not there is refused with 132001 and 404', async () => {
			const message = { to: '491709999999', ...template() };
			expect(await failureOf(at.client.messages.send(message))).toMatchObject({
				status: 404,
				code: 132001,
				effect: 'resync',
			});
		});

		it('with a wrong key is refused', async () => {
			const message = { to: CUSTOMER, type: 'text', text: { body: 'Hi' } };
			expect(await failureOf(at.stranger.messages.send(message))).toMatchObject({
				status: 401,
				effect: 'account-stop',
			});
		});
	});

	describe('marking as read', () => {
		it('takes the message’s id, and may show that an answer is written', async () => {
			await expect(at.client.messages.markAsRead('wamid.in')).resolves.toBeUndefined();
			await expect(at.client.messages.markAsRead('wamid.in', { typing: true })).resolves.toBeUndefined();
		});

		it('needs an id', async () => {
			expect(await failureOf(at.client.messages.markAsRead(''))).toMatchObject({
				name: 'InvalidRequest',
				problems: [{ path: ['message_id'], message: 'is empty' }],
			});
		});
	});
});

it('marking as read writes what the platform wants', async () => {
	const bodies: unknown[] = [];
	const { messages } = createGatewayClient({
		baseUrl: 'http://gateway.example',
		apiKey: 'key',
		transport: async ({ body }) => {
			bodies.push(body);
			return { status: 200, headers: {}, body: { success: bodies.length < 3 } };
		},
	});
	await messages.markAsRead('wamid.in');
	await messages.markAsRead('wamid.in', { typing: true });
	const read = { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.in' };
	expect(bodies).toEqual([read, { ...read, typing_indicator: { type: 'text' } }]);
	expect(await failureOf(messages.markAsRead('wamid.in'))).toMatchObject({ name: 'GatewayError' });
});
