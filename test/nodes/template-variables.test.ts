import { validateMessage } from '../../gateway';
import { componentsOf } from '../../nodes/shared/template/template-components';
import { isOptional, variablesOf } from '../../nodes/shared/template/template-variables';

type Part = { type: string; [field: string]: unknown };

const buttons = (...list: object[]): Part => ({ type: 'BUTTONS', buttons: list });
const header = (format: string, text?: string): Part => ({ type: 'HEADER', format, text });
const text = (value: string, parameter_name?: string) => ({
	type: 'text',
	text: value,
	...(parameter_name && { parameter_name }),
});

const BODY = { type: 'BODY', text: 'Hello {{1}}, your {{2}} is on its way, {{1}}.' };

const CASES: Array<[string, Part[], string[], Record<string, string>, object[]]> = [
	[
		'a body in the order of its numbers',
		[BODY],
		['body_1', 'body_2'],
		{ body_2: 'cup', body_1: 'Ada' },
		[{ type: 'body', parameters: [text('Ada'), text('cup')] }],
	],
	[
		'named parameters',
		[header('TEXT', 'For {{image}} only'), { type: 'BODY', text: 'Hello {{first_name}}.' }],
		['header_text:image', 'body_first_name'],
		{ 'header_text:image': 'you', body_first_name: 'Ada' },
		[
			{ type: 'header', parameters: [text('you', 'image')] },
			{ type: 'body', parameters: [text('Ada', 'first_name')] },
		],
	],
	[
		'a picture by link',
		[header('IMAGE')],
		['header_image'],
		{ header_image: 'https://a.example/a.png' },
		[{ type: 'header', parameters: [{ type: 'image', image: { link: 'https://a.example/a.png' } }] }],
	],
	[
		'a video by id',
		[header('video')],
		['header_video'],
		{ header_video: '1234' },
		[{ type: 'header', parameters: [{ type: 'video', video: { id: '1234' } }] }],
	],
	[
		'a document with its name',
		[header('DOCUMENT')],
		['header_document', 'header_document_filename?'],
		{ header_document: '1234', header_document_filename: 'a.pdf' },
		[{ type: 'header', parameters: [{ type: 'document', document: { id: '1234', filename: 'a.pdf' } }] }],
	],
	[
		'a location',
		[header('LOCATION')],
		['header_location'],
		{ header_location: '52.5, 13.4, Office, 1 Main Street, Berlin' },
		[
			{
				type: 'header',
				parameters: [
					{
						type: 'location',
						location: {
							latitude: '52.5',
							longitude: '13.4',
							name: 'Office',
							address: '1 Main Street, Berlin',
						},
					},
				],
			},
		],
	],
	[
		'buttons',
		[
			buttons(
				{ type: 'QUICK_REPLY', text: 'Yes' },
				{ type: 'URL', text: 'Open', url: 'https://a.example/{{1}}' },
				{ type: 'URL', text: 'Shop', url: 'https://a.example' },
				{ type: 'COPY_CODE' },
			),
		],
		['button_0_payload?', 'button_1_url', 'button_3_code'],
		{ button_0_payload: 'yes', button_1_url: '7', button_3_code: 'SAVE' },
		[
			{
				type: 'button',
				sub_type: 'quick_reply',
				index: '0',
				parameters: [{ type: 'payload', payload: 'yes' }],
			},
			{ type: 'button', sub_type: 'url', index: '1', parameters: [text('7')] },
			{
				type: 'button',
				sub_type: 'COPY_CODE',
				index: 3,
				parameters: [{ type: 'coupon_code', coupon_code: 'SAVE' }],
			},
		],
	],
	[
		'a button that opens a flow',
		[buttons({ type: 'QUICK_REPLY', text: 'No' }, { type: 'FLOW', text: 'Sign up', flow_id: '7' })],
		['button_0_payload?', 'button_1_flow_token?', 'button_1_flow_data?'],
		{ button_1_flow_data: '{"tea":"green"}', button_1_flow_token: 'signup-7' },
		[
			{
				type: 'button',
				sub_type: 'flow',
				index: '1',
				parameters: [
					{ type: 'action', action: { flow_token: 'signup-7', flow_action_data: { tea: 'green' } } },
				],
			},
		],
	],
	[
		'the same with its token alone',
		[buttons({ type: 'flow', text: 'Sign up' })],
		['button_0_flow_token?', 'button_0_flow_data?'],
		{ button_0_flow_token: 'signup-7' },
		[
			{
				type: 'button',
				sub_type: 'flow',
				index: '0',
				parameters: [{ type: 'action', action: { flow_token: 'signup-7' } }],
			},
		],
	],
	[
		'a one-time password, asked for once',
		[{ type: 'BODY', text: '{{1}} is your code.' }, buttons({ type: 'otp', otp_type: 'copy_code' })],
		['button_0_otp'],
		{ button_0_otp: '123456' },
		[
			{ type: 'body', parameters: [text('123456')] },
			{ type: 'button', sub_type: 'url', index: '0', parameters: [text('123456')] },
		],
	],
	[
		'the end of a limited-time offer',
		[{ type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Now', has_expiration: true } }],
		['offer_expiration'],
		{ offer_expiration: '2026-03-01T12:00:00Z' },
		[
			{
				type: 'limited_time_offer',
				parameters: [
					{
						type: 'limited_time_offer',
						limited_time_offer: { expiration_time_ms: Date.UTC(2026, 2, 1, 12) },
					},
				],
			},
		],
	],
	[
		'the cards of a carousel',
		[
			BODY,
			{
				type: 'CAROUSEL',
				cards: [1, 2].map(() => ({
					components: [
						header('IMAGE'),
						{ type: 'BODY', text: 'Only {{1}}.' },
						buttons({ type: 'QUICK_REPLY', text: 'Buy' }),
					],
				})),
			},
		],
		[
			'body_1',
			'body_2',
			'card_0_header_image',
			'card_0_body_1',
			'card_0_button_0_payload?',
			'card_1_header_image',
			'card_1_body_1',
			'card_1_button_0_payload?',
		],
		{ card_1_header_image: '2', card_0_header_image: '1', card_0_body_1: '5 €', body_1: 'Ada' },
		[
			{ type: 'body', parameters: [text('Ada')] },
			{
				type: 'carousel',
				cards: [
					{
						card_index: 0,
						components: [
							{ type: 'header', parameters: [{ type: 'image', image: { id: '1' } }] },
							{ type: 'body', parameters: [text('5 €')] },
						],
					},
					{
						card_index: 1,
						components: [{ type: 'header', parameters: [{ type: 'image', image: { id: '2' } }] }],
					},
				],
			},
		],
	],
];

describe('the variables of a template', () => {
	it.each(CASES)('%s: are fields of the form', (_name, components, ids) => {
		const variables = variablesOf({ components });
		expect(variables.map(({ id }) => `${id}${isOptional(id) ? '?' : ''}`)).toEqual(ids);
		for (const { label } of variables) expect(label).not.toBe('');
	});

	it.each(CASES)('%s: become what the gateway takes', (_name, _components, _ids, values, sent) => {
		expect(componentsOf(values)).toEqual(sent);
		const template = { name: 'order', language: { code: 'en' }, components: componentsOf(values) };
		expect(validateMessage({ to: '1', type: 'template', template })).toEqual([]);
	});

	it('are none where a component is not as it should be', () => {
		const broken = [
			7,
			null,
			{ type: 'BODY', text: 7 },
			{ type: 'BUTTONS', buttons: 'x' },
			{ type: 'CAROUSEL', cards: [7] },
		];
		expect(variablesOf({ components: broken as never })).toEqual([]);
		expect(variablesOf({})).toEqual([]);
	});

	it.each(['green', '"green"', '["green"]', 'null', '{ tea }'])(
		'say so where the data of a flow is %s',
		(given) => {
			expect(() => componentsOf({ button_0_flow_data: given })).toThrow(
				`The flow data isn't an object in JSON, such as { "name": "Ada" }: ${given}`,
			);
		},
	);

	it('say so where the end of an offer is no time', () => {
		expect(() => componentsOf({ offer_expiration: 'soon' })).toThrow("isn't a valid time: soon");
	});
});
