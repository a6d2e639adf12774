import type { Execution } from '../../tools/n8n';
import { itemsOf } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { byHand, items, line, messaging } from './support/workflows';

const [ADA, BOB] = ['491701111111', '491702222222'];
const STRANGER = '491709999999';
const CONTACT = "={{ $('Items').item.json.contact }}";
const PICTURE = 'https://files.example/a.png';
const chosen = (value: string, mode = 'name') => ({ __rl: true, mode, value });

/** An operation, as a node of its name. */
const step = (name: string, parameters: Record<string, unknown>, node = {}) =>
	messaging({ options: {}, ...parameters }, { name, ...node });
const message = (name: string, parameters: Record<string, unknown>, node = {}) =>
	step(name, { resource: 'message', operation: 'sendMessage', to: CONTACT, ...parameters }, node);
const template = (name: string, operation: string, parameters: Record<string, unknown>, node = {}) =>
	step(name, { resource: 'template', operation, ...parameters }, node);

const NAME = "={{ 'order_' + $('Items').item.json.tag }}";
const BODY = { templateBody: "={{ $('Items').item.json.body }}" };
const definition = {
	templateName: NAME,
	templateLanguage: 'en_US',
	templateCategory: 'MARKETING',
	...BODY,
	headerFormat: 'IMAGE',
	headerSample: '4::aW',
	bodySamples: { sample: [{ value: 'Ada' }] },
	templateFooter: 'Your shop',
	templateButtons: {
		button: [
			{ type: 'QUICK_REPLY', text: 'Thanks' },
			{ type: 'URL', text: 'Open', url: 'https://a.example/{{1}}', sample: 'https://a.example/7' },
			{ type: 'COPY_CODE', sample: 'SAVE10' },
		],
	},
};
const whole = "={{ $('Items').item.json.tag ? 'order_' + $('Items').item.json.tag + '/en_US' : '' }}";

/** Every operation once, each on two items. */
const messages: Array<[name: string, parameters: Record<string, unknown>, sent: object]> = [
	[
		'Image',
		{ freeformType: 'image', mediaSource: 'link', mediaLink: PICTURE, caption: 'A cup' },
		{ image: { link: PICTURE, caption: 'A cup' } },
	],
	[
		'Video',
		{ freeformType: 'video', mediaLink: 'https://files.example/a.mp4' },
		{ video: { link: 'https://files.example/a.mp4' } },
	],
	[
		'Audio',
		{ freeformType: 'audio', mediaLink: 'https://files.example/a.ogg' },
		{ audio: { link: 'https://files.example/a.ogg' } },
	],
	[
		'Document',
		{ freeformType: 'document', mediaLink: 'https://files.example/a.pdf', filename: 'a.pdf' },
		{ document: { link: 'https://files.example/a.pdf', filename: 'a.pdf' } },
	],
	[
		'Sticker',
		{ freeformType: 'sticker', mediaLink: 'https://files.example/a.webp' },
		{ sticker: { link: 'https://files.example/a.webp' } },
	],
	[
		'Location',
		{ freeformType: 'location', latitude: 52.5, longitude: 13.4, locationName: 'Shop' },
		{ location: { latitude: 52.5, longitude: 13.4, name: 'Shop' } },
	],
	[
		'Contacts',
		{ freeformType: 'contacts', contacts: { contact: [{ name: 'Ada Lovelace', phone: '+1' }] } },
		{
			contacts: [
				{ name: { formatted_name: 'Ada Lovelace', first_name: 'Ada Lovelace' }, phones: [{ phone: '+1' }] },
			],
		},
	],
	[
		'Reaction',
		{ freeformType: 'reaction', reactionMessageId: 'wamid.in', emoji: '👍' },
		{ reaction: { message_id: 'wamid.in', emoji: '👍' } },
	],
	[
		'Buttons',
		{
			freeformType: 'buttons',
			bodyText: 'Sure?',
			replyButtons: { button: [{ title: 'Yes', id: 'y' }, { title: 'No' }] },
			around: { headerText: 'Order', footer: 'Shop' },
		},
		{
			interactive: {
				type: 'button',
				header: { type: 'text', text: 'Order' },
				footer: { text: 'Shop' },
				action: {
					buttons: [
						{ type: 'reply', reply: { id: 'y', title: 'Yes' } },
						{ type: 'reply', reply: { id: 'No', title: 'No' } },
					],
				},
			},
		},
	],
	[
		'List',
		{
			freeformType: 'list',
			bodyText: 'Which?',
			buttonLabel: 'Choose',
			listSections: {
				section: [{ title: 'Cups', rows: { row: [{ id: 'r', title: 'Red', description: 'Big' }] } }],
			},
		},
		{
			interactive: {
				type: 'list',
				action: {
					button: 'Choose',
					sections: [{ title: 'Cups', rows: [{ id: 'r', title: 'Red', description: 'Big' }] }],
				},
			},
		},
	],
	[
		'Link',
		{ freeformType: 'link', bodyText: 'Look', buttonLabel: 'Open', linkUrl: 'https://a.example' },
		{
			interactive: {
				type: 'cta_url',
				action: { parameters: { display_text: 'Open', url: 'https://a.example' } },
			},
		},
	],
	[
		'Location request',
		{ freeformType: 'locationRequest', bodyText: 'Where?' },
		{ interactive: { type: 'location_request_message', action: { name: 'send_location' } } },
	],
	[
		'Voice note',
		{ freeformType: 'voice', mediaLink: 'https://a.example/a.ogg' },
		{ type: 'audio', audio: { link: 'https://a.example/a.ogg', voice: true } },
	],
	[
		'Flow',
		{
			freeformType: 'flow',
			bodyText: 'Book',
			flow: 'booking',
			buttonLabel: 'Choose a day',
			flowOptions: { token: 'b-7', screen: 'DAY', data: '{ "days": ["Friday"] }' },
		},
		{
			interactive: {
				type: 'flow',
				action: {
					parameters: {
						flow_name: 'booking',
						flow_cta: 'Choose a day',
						flow_token: 'b-7',
						flow_action: 'navigate',
						flow_action_payload: { screen: 'DAY', data: { days: ['Friday'] } },
					},
				},
			},
		},
	],
	[
		'Contact request',
		{ freeformType: 'contactRequest', bodyText: 'Your number?' },
		{ interactive: { type: 'request_contact_info', action: { name: 'request_contact_info' } } },
	],
	[
		'Address request',
		{ freeformType: 'addressRequest', bodyText: 'Where to?', addressCountry: 'in' },
		{ interactive: { type: 'address_message', action: { parameters: { country: 'IN' } } } },
	],
	[
		'Call permission',
		{ freeformType: 'callPermission' },
		{ interactive: { type: 'call_permission_request', action: { name: 'call_permission_request' } } },
	],
	[
		'Product',
		{ freeformType: 'product', catalogId: '7', productId: 'tea' },
		{ interactive: { type: 'product', action: { catalog_id: '7', product_retailer_id: 'tea' } } },
	],
	[
		'Product list',
		{
			freeformType: 'productList',
			bodyText: 'Our tea',
			around: { headerText: 'Tea' },
			catalogId: '7',
			productSections: { section: [{ title: 'Green', products: 'sencha, matcha' }] },
		},
		{
			interactive: {
				type: 'product_list',
				action: {
					sections: [
						{
							title: 'Green',
							product_items: [{ product_retailer_id: 'sencha' }, { product_retailer_id: 'matcha' }],
						},
					],
				},
			},
		},
	],
	[
		'Catalog',
		{ freeformType: 'catalog', bodyText: 'All we have', thumbnailProductId: 'tea' },
		{
			interactive: {
				type: 'catalog_message',
				action: { parameters: { thumbnail_product_retailer_id: 'tea' } },
			},
		},
	],
	[
		'Carousel',
		{
			freeformType: 'carousel',
			bodyText: 'Which one?',
			cards: {
				card: [
					{ media: PICTURE, mediaType: 'image', text: 'Green', replies: 'Take it, Next' },
					{ media: PICTURE, mediaType: 'image', text: 'Black', replies: 'Take this, Stop' },
				],
			},
		},
		{
			interactive: {
				type: 'carousel',
				action: {
					cards: [
						{ card_index: 0, body: { text: 'Green' } },
						{
							card_index: 1,
							header: { type: 'image', image: { link: PICTURE } },
							action: { buttons: [{ quick_reply: { id: 'Take this', title: 'Take this' } }, {}] },
						},
					],
				},
			},
		},
	],
	[
		'Text',
		{ operation: 'sendText', text: 'Hi', options: { linkPreview: true } },
		{ text: { body: 'Hi', preview_url: true } },
	],
	[
		'Auto',
		{
			operation: 'sendAuto',
			freeformType: 'image',
			mediaLink: PICTURE,
			template: chosen('', 'list'),
			options: { lastInboundAt: '={{ new Date().toISOString() }}' },
		},
		{ image: { link: PICTURE } },
	],
];
const read = step('Read', {
	resource: 'message',
	operation: 'markAsRead',
	messageId: 'wamid.in',
	typing: true,
});

const pictures = {
	name: 'Items',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `const data = { data: '${Buffer.from('picture').toString('base64')}', mimeType: 'image/png', fileName: 'a.png' };
			return ${JSON.stringify([ADA, BOB])}.map((contact) => ({ json: { contact }, binary: { data } }));`,
	},
};
const goOn = { onError: 'continueRegularOutput' };
const people = items([
	{ contact: ADA, tag: 'ada', body: 'Hello {{1}}, your red cup is on its way.' },
	{ contact: BOB, tag: 'bob', body: 'Hello {{1}}, your blue cup is on its way.' },
]);

const workflows = [
	line('messages', [
		byHand,
		people,
		...messages.map(([name, parameters]) => message(name, parameters)),
		read,
	]),
	line('binary', [
		byHand,
		pictures,
		message('Upload', { freeformType: 'image', mediaSource: 'binary', mediaBinary: 'data' }),
	]),
	line('unsent', [
		byHand,
		pictures,
		message('Auto', {
			operation: 'sendAuto',
			to: STRANGER,
			freeformType: 'image',
			mediaSource: 'binary',
			template: chosen('', 'list'),
		}),
	]),
	line('design', [
		byHand,
		people,
		template('Validate', 'validate', definition, { credentials: undefined }),
		template('Create', 'create', definition),
		template('Get', 'get', { template: chosen(whole) }),
		template('List', 'getMany', { limit: 1, options: { sort: 'name', offset: 1 }, filters: {} }),
		template('Raw', 'getMany', { limit: 1, simplify: false, filters: { statusName: 'APPROVED' } }),
	]),
	line('campaign', [
		byHand,
		items([
			{
				contact: STRANGER,
				tag: 'ada',
				body_1: 'Ada',
				header_image: PICTURE,
				button_1_url: '7',
				button_2_code: 'SAVE10',
			},
		]),
		message('Template', {
			operation: 'sendTemplate',
			template: chosen(whole),
			templateVariables: { mappingMode: 'autoMapInputData', value: null, schema: [] },
		}),
	]),
	line('change', [
		byHand,
		items([{ tag: 'ada' }]),
		template('Edit', 'edit', {
			template: chosen(whole),
			definitionInput: 'json',
			definition: JSON.stringify({ components: [{ type: 'BODY', text: 'Your cup is here.' }] }),
		}),
		template('Delete', 'delete', { template: chosen("={{ 'order_' + $('Items').item.json.tag }}") }),
		template('Recategorize', 'edit', { template: chosen('plain/en_US'), templateCategory: 'UTILITY' }),
	]),
	line('failures', [
		byHand,
		items([{ contact: STRANGER, tag: 'none', body: 'Hello {{1}}, your cup is on its way.' }]),
		message('Closed', { freeformType: 'image', mediaLink: PICTURE }, goOn),
		message('Limits', { freeformType: 'image', mediaLink: 'nowhere', caption: 'x'.repeat(1025) }, goOn),
		template('Edit', 'edit', { template: chosen(whole) }, goOn),
		template('Delete', 'delete', { template: chosen('nothing') }, goOn),
		template(
			'Create',
			'create',
			{ ...definition, templateName: 'Order!', templateFooter: 'x'.repeat(61) },
			goOn,
		),
		template('Again', 'create', { ...definition, templateName: 'taken' }, goOn),
		template('Locked', 'create', { ...definition, templateName: 'order_bob' }, goOn),
	]),
	line('lock', [byHand, items([{ tag: 'bob' }]), template('Delete', 'delete', { template: chosen(whole) })]),
];

let sandbox: Sandbox;
let n8n: BorrowedN8n;

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'plain', category: 'MARKETING', body: 'We are open.' });
	for (const from of [ADA, BOB]) await sandbox.control.customerWrites({ from, text: 'Hi' });
	n8n = await borrowN8n({
		credentials: [sandboxCredential(sandbox)],
		workflows,
	});
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

async function run(id: string): Promise<Execution> {
	const execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow(id, 'By hand'));
	expect(execution.data?.resultData.error?.message).toBeUndefined();
	return execution;
}

const pairsOf = (execution: Execution, node: string) =>
	execution.data?.resultData.runData[node]?.at(-1)?.data?.main[0]?.map(({ pairedItem }) => pairedItem);

describe('messages', () => {
	it('of every type go out, each to the customer of its item', async () => {
		const execution = await run('messages');
		for (const [name, , sent] of messages) {
			expect(itemsOf(execution, name)).toMatchObject([
				{ to: ADA, action: 'freeform', messageId: expect.stringMatching(/^wamid\./) },
				{ to: BOB, action: 'freeform' },
			]);
			expect(pairsOf(execution, name)).toEqual([{ item: 0 }, { item: 1 }]);
			const ids = itemsOf(execution, name).map(({ messageId }) => messageId);
			const bodies = sandbox.control.sent().filter(({ id }) => ids.includes(id));
			expect(bodies).toMatchObject([
				{ to: ADA, body: sent },
				{ to: BOB, body: sent },
			]);
		}
		expect(itemsOf(execution, 'Read')).toMatchObject([
			{ messageId: 'wamid.in', read: true, typing: true },
			{},
		]);
	});

	it('carry binary data of the item, uploaded once a run', async () => {
		const before = sandbox.control.sent().length;
		await run('binary');
		const ids = sandbox.control
			.sent()
			.slice(before)
			.map(({ body }) => (body.image as { id: string }).id);
		expect(ids).toHaveLength(2);
		expect(new Set(ids).size).toBe(1);
	});

	it('upload nothing that does not go out', async () => {
		const uploads = async () => {
			const headers = { 'SVC-API-KEY': sandbox.apiKey };
			return await (await fetch(`${sandbox.url}/messaging_business/attachments/`, { headers })).json();
		};
		const before = await uploads();
		expect(itemsOf(await run('unsent'), 'Auto')).toMatchObject([{ action: 'skip' }, { action: 'skip' }]);
		expect(await uploads()).toEqual(before);
	});
});

describe('templates', () => {
	it('are validated, created, read and listed', async () => {
		const execution = await run('design');
		expect(itemsOf(execution, 'Validate')).toMatchObject([
			{ name: 'order_ada', valid: true, errors: 0 },
			{ name: 'order_bob', valid: true },
		]);
		expect(itemsOf(execution, 'Create')).toMatchObject([
			{ name: 'order_ada', language: 'en_US', status: 'PENDING' },
			{ name: 'order_bob', status: 'PENDING' },
		]);
		expect(itemsOf(execution, 'Get')).toMatchObject([
			{
				name: 'order_ada',
				status: 'PENDING',
				variables: ['header_image', 'body_1', 'button_0_payload', 'button_1_url', 'button_2_code'],
			},
			{ name: 'order_bob' },
		]);
		expect(itemsOf(execution, 'List')).toMatchObject([{ name: 'order_bob' }, { name: 'order_bob' }]);
		expect(itemsOf(execution, 'Raw')).toMatchObject([
			{ name: 'plain', list: { count: 1, total: 1, filters: { status: 'APPROVED' }, unreadable: 0 } },
			{ name: 'plain' },
		]);
		for (const node of ['Validate', 'Create', 'Get', 'List', 'Raw']) {
			expect(pairsOf(execution, node)).toEqual([{ item: 0 }, { item: 1 }]);
		}
	});

	it('are sent with header, body, URL and coupon code from the item’s fields', async () => {
		await sandbox.control.approve('order_ada');
		await sandbox.control.approve('order_bob');
		const execution = await run('campaign');
		expect(itemsOf(execution, 'Template')).toMatchObject([{ to: STRANGER, action: 'template' }]);
		expect(sandbox.control.sent().at(-1)).toMatchObject({
			to: STRANGER,
			body: {
				template: {
					components: [
						{ type: 'header', parameters: [{ type: 'image', image: { link: PICTURE } }] },
						{ type: 'body', parameters: [{ type: 'text', text: 'Ada' }] },
						{ sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '7' }] },
						{ sub_type: 'COPY_CODE', index: 2, parameters: [{ coupon_code: 'SAVE10' }] },
					],
				},
			},
		});
	});

	it('are edited, which takes them into review, and deleted', async () => {
		const execution = await run('change');
		expect(itemsOf(execution, 'Edit')).toMatchObject([
			{ name: 'order_ada', status: 'PENDING', category: 'MARKETING' },
		]);
		// It was approved before it was edited.
		expect(itemsOf(execution, 'Delete')).toEqual([
			{ name: 'order_ada', deleted: true, languages: ['en_US'], nameLocked: true },
		]);
		expect(itemsOf(execution, 'Recategorize')).toMatchObject([{ name: 'plain', category: 'UTILITY' }]);
	});
});

describe('if a node continues after an error', () => {
	it('its item carries code, title, details and effect', async () => {
		await sandbox.control.addTemplate({ name: 'taken', body: 'Taken' });
		expect(itemsOf(await run('lock'), 'Delete')).toMatchObject([{ nameLocked: true }]);
		const execution = await run('failures');
		const errorOf = (node: string) => itemsOf(execution, node)[0]?.error as Record<string, unknown>;
		expect(errorOf('Closed')).toEqual({
			message: expect.stringContaining('Use Send Auto'),
			code: 131047,
			title: expect.stringContaining('Re-engagement'),
			details: expect.stringContaining('24 hours'),
			effect: 'redecide',
		});
		expect(errorOf('Limits')).toMatchObject({
			message: 'Nothing was sent. 2 things to fix',
			details: expect.stringMatching(
				/1\. Link or Media ID isn't a URL.*\n2\. Image, Caption has 1025 characters/,
			),
			effect: 'fix-request',
		});
		expect(errorOf('Edit').title).toMatch(/doesn't have a template order_none in en_US/);
		expect(errorOf('Delete')).toMatchObject({
			title: expect.stringContaining("Nothing was deleted. The gateway doesn't have a template nothing."),
			effect: 'fix-request',
		});
		expect(errorOf('Create').details).toMatch(/1\. Name: .*\n2\. Footer: /);
		expect(errorOf('Again').title).toMatch(/The template taken in en_US already exists/);
		expect(errorOf('Locked').title).toMatch(
			/order_bob was approved and then deleted\. You can use it again from \w{3} \d+, \d{4}, \d\d:\d\d \(/,
		);
		for (const node of ['Closed', 'Limits', 'Edit', 'Delete', 'Create', 'Again', 'Locked']) {
			expect(pairsOf(execution, node)).toEqual([{ item: 0 }]);
		}
	});
});
