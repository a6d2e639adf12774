import { CUSTOMER, scene } from './support/scene';

const at = scene();
beforeEach(() => at.sandbox.control.customerWrites({ from: CUSTOMER }));

const send = async (interactive: object) => {
	const { status, body } = await at.client.message(CUSTOMER, { type: 'interactive', interactive });
	return status === 200 ? 200 : body.error.code;
};

interface Interactive {
	readonly type: string;
}

const message = (type: string, action: object, fields: object = {}) => ({
	type,
	body: { text: 'Choose' },
	action,
	...fields,
});
const link = (label = 'Open') => ({
	name: 'cta_url',
	parameters: { display_text: label, url: 'https://example.com' },
});
const card = (index: number) => ({
	card_index: index,
	type: 'cta_url',
	header: { type: 'image', image: { link: 'https://example.com/a.png' } },
	action: link(),
});
const replies = (...all: object[]) => ({ buttons: all.map((reply) => ({ type: 'reply', reply })) });

/** Messages that take a header, a body, and a footer. */
const WITH_HEADER: readonly Interactive[] = [
	message('button', replies({ id: 'a', title: 'A' })),
	message('list', { button: 'Open', sections: [{ rows: [{ id: 'a', title: 'A' }] }] }),
	message('cta_url', link()),
	message('flow', { name: 'flow', parameters: { flow_id: '1', flow_cta: 'Sign up' } }),
	message('address_message', { name: 'address_message', parameters: { country: 'IN' } }),
	message('voice_call', { name: 'voice_call' }),
	message(
		'product_list',
		{ catalog_id: '1', sections: [{ product_items: [{ product_retailer_id: 'a' }] }] },
		{ header: { type: 'text', text: 'Teas' } },
	),
];

/** Messages that take a body and a footer. */
const WITHOUT_HEADER: readonly Interactive[] = [
	message('product', { catalog_id: '1', product_retailer_id: 'a' }),
	message('catalog_message', { name: 'catalog_message' }),
];

/** Messages that take only a body. */
const ONLY_BODY: readonly Interactive[] = [
	message('location_request_message', { name: 'send_location' }),
	message('request_contact_info', { name: 'request_contact_info' }),
	message('call_permission_request', { name: 'call_permission_request' }),
];

const CAROUSEL = message('carousel', { cards: [card(0), card(1)] });

describe('around the action', () => {
	test.each([...WITH_HEADER, ...WITHOUT_HEADER, ...ONLY_BODY, CAROUSEL])(
		'the body of a $type has at most 1,024 characters, that of a list 4,096',
		async (given) => {
			const most = given.type === 'list' ? 4_096 : 1_024;
			expect(await send({ ...given, body: { text: '🎉'.repeat(most) } })).toBe(200);
			expect(await send({ ...given, body: { text: 'x'.repeat(most + 1) } })).toBe(131009);
		},
	);

	test.each(WITH_HEADER)('the header text of a $type has at most 60 characters', async (given) => {
		const headerOf = (text: string) => ({ header: { type: 'text', text } });
		expect(await send({ ...given, ...headerOf('🎉'.repeat(60)) })).toBe(200);
		expect(await send({ ...given, ...headerOf('x'.repeat(61)) })).toBe(131009);
	});

	test.each([...WITH_HEADER, ...WITHOUT_HEADER])(
		'the footer of a $type has at most 60 characters',
		async (given) => {
			expect(await send({ ...given, footer: { text: '🎉'.repeat(60) } })).toBe(200);
			expect(await send({ ...given, footer: { text: 'x'.repeat(61) } })).toBe(131009);
		},
	);

	test.each([...ONLY_BODY, CAROUSEL])('a $type has only a body', async (given) => {
		expect(await send(given)).toBe(200);
		expect(await send({ ...given, header: { type: 'text', text: 'Tea' } })).toBe(131009);
		expect(await send({ ...given, footer: { text: 'Tea' } })).toBe(131009);
	});

	test.each(['image', 'video', 'document'])(
		'a header of the type %s has its file by id or link',
		async (type) => {
			const withHeader = (file?: object) => message('cta_url', link(), { header: { type, [type]: file } });
			expect(await send(withHeader({ link: 'https://example.com/a' }))).toBe(200);
			expect(await send(withHeader())).toBe(131008);
			expect(await send(withHeader({}))).toBe(131009);
		},
	);

	test.each(WITHOUT_HEADER)('a $type has no header', async (given) => {
		expect(await send(given)).toBe(200);
		expect(await send({ ...given, header: { type: 'text', text: 'Tea' } })).toBe(131009);
	});
});

describe('a message with a flow', () => {
	const flow = (parameters: object) =>
		message('flow', { name: 'flow', parameters: { flow_id: '1', flow_cta: 'Sign up', ...parameters } });
	const payload = { screen: 'DAY', data: { days: ['Mo'] } };

	test.each<[string, object, number]>([
		['has a label of 20 characters', { flow_cta: 'ä'.repeat(20) }, 200],
		['has no label of 21 characters', { flow_cta: 'ä'.repeat(21) }, 131009],
		['has no label with an emoji', { flow_cta: 'Sign up 🎉' }, 131009],
		['has no empty label', { flow_cta: '' }, 131009],
		['needs a label', { flow_cta: undefined }, 131008],
		['is named by flow_name', { flow_id: undefined, flow_name: 'booking' }, 200],
		['is named by flow_id or flow_name, not by both', { flow_name: 'booking' }, 131009],
		['is named by flow_id or flow_name', { flow_id: undefined }, 131009],
		['navigates with a payload', { flow_action: 'navigate', flow_action_payload: payload }, 200],
		['navigates with a payload if it names no action', { flow_action_payload: payload }, 200],
		['exchanges data without a payload', { flow_action: 'data_exchange' }, 200],
		[
			'exchanges no data with a payload',
			{ flow_action: 'data_exchange', flow_action_payload: payload },
			131009,
		],
		[
			'navigates to a screen with a payload',
			{ flow_action: 'navigate', flow_action_payload: { data: {} } },
			131008,
		],
		['has no other action', { flow_action: 'dance' }, 131009],
	])('%s', async (_sentence, parameters, code) => {
		expect(await send(flow(parameters))).toBe(code);
	});
});

test.each([
	[
		'differ',
		[
			{ id: 'a', title: 'B' },
			{ id: 'b', title: 'A' },
		],
		200,
	],
	[
		'have the same ID',
		[
			{ id: 'a', title: 'A' },
			{ id: 'a', title: 'B' },
		],
		131009,
	],
	[
		'have the same title',
		[
			{ id: 'a', title: 'A' },
			{ id: 'b', title: 'A' },
		],
		131009,
	],
])('all IDs and titles of a message with buttons differ: two that %s', async (_what, given, code) => {
	expect(await send(message('button', replies(...given)))).toBe(code);
});
