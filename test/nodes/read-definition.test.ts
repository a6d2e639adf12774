import { validateTemplate } from '../../engine';
import { readDefinition } from '../../nodes/BusinessMessaging/template/read-definition';

/** The definition that a form makes; fields that are not filled in keep their defaults. */
const read = (form: Record<string, unknown>) => readDefinition((name, fallback) => form[name] ?? fallback);
const identity = { templateName: 'order', templateLanguage: 'en_US', templateCategory: 'MARKETING' };

const FORMS: Array<[string, Record<string, unknown>, object[]]> = [
	['a body alone', { templateBody: 'Hello.' }, [{ type: 'BODY', text: 'Hello.' }]],
	[
		'samples in their order',
		{
			templateBody: 'Hello {{1}}, your cup is number {{2}} today.',
			bodySamples: { sample: [{ value: 'Ada' }, { value: '7' }] },
		},
		[
			{
				type: 'BODY',
				text: 'Hello {{1}}, your cup is number {{2}} today.',
				example: { body_text: [['Ada', '7']] },
			},
		],
	],
	[
		'named variables',
		{
			moreParts: { parameterFormat: 'NAMED' },
			headerFormat: 'TEXT',
			headerText: 'Only for {{who}} today',
			headerSample: 'you',
			templateBody: 'Hello {{name}}, here you are.',
			bodySamples: { sample: [{ name: 'name', value: 'Ada' }] },
		},
		[
			{
				type: 'HEADER',
				format: 'TEXT',
				text: 'Only for {{who}} today',
				example: { header_text_named_params: [{ param_name: 'who', example: 'you' }] },
			},
			{
				type: 'BODY',
				text: 'Hello {{name}}, here you are.',
				example: { body_text_named_params: [{ param_name: 'name', example: 'Ada' }] },
			},
		],
	],
	[
		'named variables that only the body names',
		{
			templateBody: 'Hello {{first_name}}, your new {{thing}} is number {{number}} in our shop today.',
			bodySamples: {
				sample: [{ value: 'Ada' }, { name: 'number', value: '7' }, { value: 'cup' }],
			},
		},
		[
			{
				type: 'BODY',
				text: 'Hello {{first_name}}, your new {{thing}} is number {{number}} in our shop today.',
				example: {
					body_text_named_params: [
						{ param_name: 'first_name', example: 'Ada' },
						{ param_name: 'number', example: '7' },
						{ param_name: 'thing', example: 'cup' },
					],
				},
			},
		],
	],
	[
		'a medium, a footer and every button',
		{
			headerFormat: 'VIDEO',
			headerSample: '4::x',
			templateBody: 'Hello.',
			templateFooter: 'Shop',
			templateButtons: {
				button: [
					{ type: 'QUICK_REPLY', text: 'Yes' },
					{ type: 'URL', text: 'Open', url: 'https://a.example/{{1}}', sample: 'https://a.example/7' },
					{ type: 'PHONE_NUMBER', text: 'Call', phoneNumber: '+1555' },
					{ type: 'COPY_CODE', sample: 'SAVE' },
				],
			},
		},
		[
			{ type: 'HEADER', format: 'VIDEO', example: { header_handle: ['4::x'] } },
			{ type: 'BODY', text: 'Hello.' },
			{ type: 'FOOTER', text: 'Shop' },
			{
				type: 'BUTTONS',
				buttons: [
					{ type: 'QUICK_REPLY', text: 'Yes' },
					{ type: 'URL', text: 'Open', url: 'https://a.example/{{1}}', example: ['https://a.example/7'] },
					{ type: 'PHONE_NUMBER', text: 'Call', phone_number: '+1555' },
					{ type: 'COPY_CODE', example: 'SAVE' },
				],
			},
		],
	],
	[
		'a one-time password',
		{
			templateCategory: 'AUTHENTICATION',
			moreParts: { codeExpiration: 5 },
			templateButtons: { button: [{ type: 'OTP', otpType: 'one_tap' }] },
		},
		[
			{ type: 'BODY', add_security_recommendation: true },
			{ type: 'FOOTER', code_expiration_minutes: 5 },
			{ type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'one_tap' }] },
		],
	],
	[
		'a limited-time offer',
		{ templateBody: 'Hello.', moreParts: { offerText: 'Today only' } },
		[
			{ type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Today only', has_expiration: true } },
			{ type: 'BODY', text: 'Hello.' },
		],
	],
	[
		'a carousel, whose cards are JSON',
		{
			templateBody: 'Hello.',
			moreParts: {
				cards: JSON.stringify([1, 2].map(() => ({ components: [{ type: 'BODY', text: 'A cup' }] }))),
			},
		},
		[
			{ type: 'BODY', text: 'Hello.' },
			{ type: 'CAROUSEL', cards: [1, 2].map(() => ({ components: [{ type: 'BODY', text: 'A cup' }] })) },
		],
	],
];

describe('the form of a template', () => {
	it.each(FORMS)('makes %s, which keeps the rules', (_name, form, components) => {
		const definition = read({ ...identity, ...form });
		expect(definition).toMatchObject({ name: 'order', language: 'en_US', components });
		expect(validateTemplate(definition)).toEqual([]);
	});

	it.each([
		['POSITIONAL', 'Hello {{name}}, here you are.'],
		[undefined, 'Hello {{name}}, cup {{1}} is yours.'],
		[undefined, 'Hello {{1}}, here you are.'],
		[undefined, 'Hello.'],
	])(
		'has no named variables with the variable format %s and the body %s',
		(parameterFormat, templateBody) => {
			const bodySamples = { sample: [{ value: 'Ada' }] };
			const definition = read({ ...identity, templateBody, bodySamples, moreParts: { parameterFormat } });
			expect(definition).not.toHaveProperty('parameter_format');
			expect(definition.components).toMatchObject([{ example: { body_text: [['Ada']] } }]);
		},
	);

	it('takes JSON too; name, language and category of the form go before it', () => {
		const definition = JSON.stringify({ name: 'other', category: 'UTILITY', components: [] });
		expect(read({ definitionInput: 'json', definition, templateName: 'order' })).toEqual({
			name: 'order',
			category: 'UTILITY',
			components: [],
		});
	});

	it.each([
		['{', /Definition \(JSON\) isn't valid JSON/],
		['[]', /must be an object/],
	])('says what is wrong with the JSON %s', (definition, words) => {
		expect(() => read({ definitionInput: 'json', definition })).toThrow(words);
	});
});
