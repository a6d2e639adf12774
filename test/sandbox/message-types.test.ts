import { CUSTOMER, scene } from './support/scene';

const text = { text: 'Choose' };
const replies = (count: number, title = 'Yes') =>
	Array.from({ length: count }, (_, n) => ({
		type: 'reply',
		reply: { id: `r${n}`, title: n === 0 ? title : `${n}` },
	}));
const button = (buttons: object[]) => ({ type: 'button', body: text, action: { buttons } });
const list = (rows: object[], label = 'Open') => ({
	type: 'list',
	body: text,
	action: { button: label, sections: [{ title: 'All', rows }] },
});
const row = (fields: object = {}) => ({ id: 'a', title: 'A', ...fields });

const voiceCall = (parameters: object) => ({
	type: 'voice_call',
	body: text,
	action: { name: 'voice_call', parameters },
});
const productList = (count: number) => ({
	type: 'product_list',
	header: { type: 'text', text: 'Teas' },
	body: text,
	action: {
		catalog_id: '1',
		sections: [
			{
				title: 'All',
				product_items: Array.from({ length: count }, (_, n) => ({ product_retailer_id: `${n}` })),
			},
		],
	},
});
const carousel = (count: number, fields: object = {}) => ({
	type: 'carousel',
	body: text,
	action: {
		cards: Array.from({ length: count }, (_, index) => ({
			card_index: index,
			type: 'cta_url',
			header: { type: 'image', image: { link: 'https://example.com/a.png' } },
			action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com' } },
			...fields,
		})),
	},
});

const mixedCarousel = {
	...carousel(0),
	action: {
		cards: [
			...carousel(1).action.cards,
			...carousel(1, {
				action: { buttons: [{ type: 'quick_reply', quick_reply: { id: 'a', title: 'A' } }] },
			}).action.cards,
		],
	},
};

describe('message types', () => {
	const at = scene();
	beforeEach(() => at.sandbox.control.customerWrites({ from: CUSTOMER }));
	const send = async (type: string, content: unknown) => {
		const { status, body } = await at.client.message(CUSTOMER, { type, [type]: content });
		return status === 200 ? 200 : body.error.code;
	};

	test.each<[string, unknown]>([
		['text', { body: 'Hi', preview_url: true }],
		['image', { link: 'https://example.com/a.png', caption: 'A' }],
		['video', { link: 'https://example.com/a.mp4' }],
		['audio', { link: 'https://example.com/a.ogg' }],
		['document', { link: 'https://example.com/a.pdf', filename: 'a.pdf' }],
		['sticker', { link: 'https://example.com/a.webp' }],
		['location', { latitude: 52.5, longitude: '13.4', name: 'Here' }],
		['contacts', [{ name: { formatted_name: 'Ada' }, phones: [{ phone: '+49170' }] }]],
		['reaction', { message_id: 'wamid.x', emoji: '' }],
		['interactive', button(replies(3, 'x'.repeat(20)))],
		[
			'interactive',
			list(
				[row({ title: 'x'.repeat(24), description: 'x'.repeat(72), id: 'x'.repeat(200) })],
				'x'.repeat(20),
			),
		],
		[
			'interactive',
			{
				type: 'cta_url',
				body: text,
				action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com' } },
			},
		],
		['interactive', { type: 'location_request_message', body: text, action: { name: 'send_location' } }],
		[
			'interactive',
			{
				type: 'flow',
				body: text,
				action: { name: 'flow', parameters: { flow_id: '1', flow_cta: 'Sign up' } },
			},
		],
		['interactive', voiceCall({ display_text: 'Call us', ttl_minutes: 43_200, payload: 'x'.repeat(512) })],
		['interactive', { type: 'call_permission_request', action: { name: 'call_permission_request' } }],
		['interactive', { type: 'request_contact_info', body: text, action: { name: 'request_contact_info' } }],
		['interactive', { type: 'catalog_message', body: text, action: { name: 'catalog_message' } }],
		['interactive', { type: 'product', action: { catalog_id: '1', product_retailer_id: 'a' } }],
		['interactive', productList(30)],
		['interactive', carousel(2)],
		['interactive', carousel(10)],
		['text', { body: '🎉'.repeat(4096) }],
		['image', { link: 'https://example.com/a.png', caption: '🎉'.repeat(1024) }],
		['interactive', button(replies(1, '🎉'.repeat(20)))],
		['interactive', carousel(2, { body: { text: '🎉'.repeat(160) } })],
		[
			'interactive',
			{
				type: 'address_message',
				body: text,
				action: { name: 'address_message', parameters: { country: 'IN' } },
			},
		],
	])('%s %j is sent', async (type, content) => {
		expect(await send(type, content)).toBe(200);
	});

	test.each<[string, unknown, number]>([
		['image', { caption: 'no picture' }, 131009],
		['image', { link: 'example.com/a.png' }, 100],
		['image', { link: 'https://example.com/a.png', caption: 'x'.repeat(1025) }, 131009],
		['audio', { link: 'https://example.com/a.ogg', caption: 'A' }, 131009],
		['sticker', { link: 'https://example.com/a.webp', caption: 'A' }, 131009],
		['location', { latitude: 91, longitude: 0 }, 131009],
		['location', { latitude: 1, longitude: 'east' }, 131009],
		['location', { latitude: 1, longitude: '' }, 131009],
		['location', { latitude: 1, longitude: null }, 131009],
		['location', { latitude: 1, longitude: '180.1' }, 131009],
		['contacts', [], 131009],
		['contacts', [{}], 131008],
		['reaction', { emoji: 'x' }, 131008],
		['interactive', button(replies(4)), 131009],
		['interactive', button(replies(1, 'x'.repeat(21))), 131009],
		['interactive', button([{ type: 'reply', reply: { id: 'x'.repeat(257), title: 'a' } }]), 131009],
		['interactive', button(replies(1, '🎉'.repeat(21))), 131009],
		['interactive', list([row({ title: 'x'.repeat(25) })]), 131009],
		['interactive', list([row({ description: 'x'.repeat(73) })]), 131009],
		['interactive', list([row({ id: 'x'.repeat(201) })]), 131009],
		['interactive', list([row()], 'x'.repeat(21)), 131009],
		['interactive', list(Array.from({ length: 11 }, () => row())), 131009],
		['interactive', voiceCall({ display_text: 'x'.repeat(21) }), 131009],
		['interactive', voiceCall({ ttl_minutes: 43_201 }), 131009],
		['interactive', productList(31), 131009],
		['interactive', { ...productList(1), header: undefined }, 131008],
		[
			'interactive',
			{
				type: 'product',
				header: { type: 'text', text: 'No' },
				action: { catalog_id: '1', product_retailer_id: 'a' },
			},
			131009,
		],
		['interactive', carousel(1), 131009],
		['interactive', carousel(11), 131009],
		['interactive', mixedCarousel, 131009],
		['interactive', { ...carousel(2), body: undefined }, 131008],
		['interactive', { ...carousel(2), footer: { text: 'No' } }, 131009],
		['interactive', carousel(2, { body: { text: 'x'.repeat(161) } }), 131009],
		['interactive', carousel(2, { body: { text: 'a\nb\nc\nd' } }), 131009],
		['interactive', { type: 'dance', body: text }, 131009],
	])('%s %j is refused', async (type, content, code) => {
		expect(await send(type, content)).toBe(code);
	});
});

describe('template parameters', () => {
	const at = scene();
	const TEMPLATE = {
		name: 'offer',
		components: [
			{ type: 'HEADER', format: 'IMAGE', example: { header_handle: ['x'] } },
			{ type: 'BODY', text: 'Hello {{1}}, use it.', example: { body_text: [['Ada']] } },
			{
				type: 'BUTTONS',
				buttons: [
					{ type: 'COPY_CODE', example: 'SAVE' },
					{ type: 'URL', text: 'Open', url: 'https://a.b/{{1}}', example: ['https://a.b/1'] },
				],
			},
		],
	};
	const header = {
		type: 'header',
		parameters: [{ type: 'image', image: { link: 'https://example.com/a.png' } }],
	};
	const body = { type: 'body', parameters: [{ type: 'text', text: 'Ada' }] };
	const code = (coupon: string, fields: object = {}) => ({
		type: 'button',
		sub_type: 'COPY_CODE',
		index: 0,
		parameters: [{ type: 'coupon_code', coupon_code: coupon }],
		...fields,
	});
	const link = { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '7' }] };
	const send = async (...components: object[]) => {
		const { status, body: answer } = await at.client.message(CUSTOMER, {
			type: 'template',
			template: { name: 'offer', language: { code: 'en_US' }, components },
		});
		return status === 200 ? 200 : answer.error.code;
	};
	beforeEach(() => at.sandbox.control.addTemplate(TEMPLATE));

	test('that fit are sent, sub_type in any case and index as number or string', async () => {
		expect(await send(header, body, code('x'.repeat(15)), link)).toBe(200);
	});

	test.each<[string, object[], number]>([
		['no header', [body, code('A'), link], 132012],
		['a text for a picture', [{ ...header, parameters: body.parameters }, body, code('A'), link], 132012],
		['no body', [header, code('A'), link], 132000],
		['no coupon code', [header, body, link], 131008],
		['no URL parameter', [header, body, code('A')], 131008],
		['a coupon code of 16 characters', [header, body, code('x'.repeat(16)), link], 131009],
		['a button without an index', [header, body, code('A', { index: undefined }), link], 131008],
		['a button before the first', [header, body, code('A', { index: -1 }), link], 131009],
		['a coupon code for another sub_type', [header, body, code('A', { sub_type: 'url' }), link], 132012],
		['a coupon code for a link', [header, body, code('A'), link, code('A', { index: 1 })], 132012],
		['a button that is not there', [header, body, code('A'), link, code('A', { index: 2 })], 132000],
		['an unknown component', [header, body, code('A'), link, { type: 'poem' }], 131009],
	])('%s is refused', async (_name, components, expected) => {
		expect(await send(...components)).toBe(expected);
	});

	test('are told apart by name where the template names them', async () => {
		await at.sandbox.control.addTemplate({ name: 'offer', body: 'Hello {{first_name}}, hello.' });
		const named = (parameter_name?: string) => ({
			type: 'body',
			parameters: [{ type: 'text', text: 'Ada', ...(parameter_name ? { parameter_name } : {}) }],
		});
		expect(await send(named('first_name'))).toBe(200);
		expect(await send(named('last_name'))).toBe(132012);
		expect(await send(named())).toBe(132012);
	});
});

describe('parts of a template that a message must fill', () => {
	const at = scene();
	const cards = (format: string) =>
		Array.from({ length: 2 }, () => ({
			components: [{ type: 'HEADER', format, example: { header_handle: ['x'] } }],
		}));
	const carouselOf = (format: string) => ({
		name: 'cards',
		category: 'MARKETING' as const,
		components: [
			{ type: 'BODY', text: 'Our teas of the week' },
			{ type: 'CAROUSEL', cards: cards(format) },
		],
	});
	const sent = (count: number) => ({
		type: 'carousel',
		cards: Array.from({ length: count }, (_, index) => ({ card_index: index, components: [] })),
	});
	const send = async (name: string, components?: object[]) => {
		const { status, body } = await at.client.message(CUSTOMER, {
			type: 'template',
			template: { name, language: { code: 'en_US' }, components },
		});
		return status === 200 ? 200 : body.error.code;
	};

	test('a media carousel has exactly the approved number of cards', async () => {
		await at.sandbox.control.addTemplate(carouselOf('IMAGE'));
		expect(await send('cards', [sent(2)])).toBe(200);
		expect(await send('cards', [sent(1)])).toBe(132000);
		expect(await send('cards', [sent(3)])).toBe(132000);
		expect(await send('cards')).toBe(132000);
	});

	describe('a button that opens a flow', () => {
		const flow = (...parameters: object[]) => ({ type: 'button', sub_type: 'FLOW', index: 0, parameters });
		const action = (given: object) => ({ type: 'action', action: given });
		const addTemplate = (...kinds: string[]) =>
			at.sandbox.control.addTemplate({
				name: 'signup',
				components: [
					{ type: 'BODY', text: 'Sign up for our teas' },
					{ type: 'BUTTONS', buttons: kinds.map((type) => ({ type, text: 'Sign up', flow_id: '7' })) },
				],
			});

		test.each<[string, object[], number]>([
			['a token and data', [flow(action({ flow_token: 't', flow_action_data: { tea: 'green' } }))], 200],
			['a token', [flow(action({ flow_token: 't' }))], 200],
			['neither', [], 200],
			['an empty token', [flow(action({ flow_token: '' }))], 131009],
			['a token that is no text', [flow(action({ flow_token: 7 }))], 131009],
			['data that is no object', [flow(action({ flow_token: 't', flow_action_data: '{}' }))], 131009],
			['a payload', [flow({ type: 'payload', payload: 'p' })], 131009],
			[
				'the payload of another button',
				[{ ...flow({ type: 'payload', payload: 'p' }), sub_type: 'quick_reply' }],
				132012,
			],
		])('is sent with %s', async (_name, components, code) => {
			await addTemplate('FLOW');
			expect(await send('signup', components)).toBe(code);
		});

		test('is the only one that takes a token', async () => {
			await addTemplate('QUICK_REPLY', 'FLOW');
			expect(await send('signup', [flow(action({ flow_token: 't' }))])).toBe(132012);
			expect(await send('signup', [{ ...flow(action({ flow_token: 't' })), index: '1' }])).toBe(200);
		});
	});

	test('a product carousel is approved with 2 cards and sent with up to 10', async () => {
		await at.sandbox.control.addTemplate(carouselOf('PRODUCT'));
		expect(await send('cards', [sent(10)])).toBe(200);
		expect(await send('cards', [sent(11)])).toBe(132000);
		expect(await send('cards')).toBe(132000);
	});

	test.each([
		[true, 131008],
		[false, 200],
	])('a limited-time offer with has_expiration %s, sent without an expiration', async (expires, code) => {
		await at.sandbox.control.addTemplate({
			name: 'offer',
			category: 'MARKETING',
			components: [
				{ type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Tea week', has_expiration: expires } },
				{ type: 'BODY', text: 'Our teas of the week' },
			],
		});
		expect(await send('offer')).toBe(code);
		const parameter = {
			type: 'limited_time_offer',
			limited_time_offer: { expiration_time_ms: 1_900_000_000_000 },
		};
		await at.sandbox.clock.advance(61_000);
		expect(await send('offer', [{ type: 'limited_time_offer', parameters: [parameter] }])).toBe(200);
	});
});
