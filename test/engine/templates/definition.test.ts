import { validateTemplate } from '../../../engine';
import { body, buttons, footer, header, reply, template, violationsOf, x } from './definitions';

const BODY = body();

describe('a template', () => {
	test.each<[string, object]>([
		['a name of 512 characters', { name: x(512) }],
		['digits and underscores in its name', { name: 'order_2' }],
		['a language alone', { language: 'en' }],
		['a language and a place', { language: 'pt_BR' }],
		['a language that is hyphenated', { language: 'pt-BR' }],
		['a language and a region by number', { language: 'es_419' }],
		['a language with its script and place', { language: 'zh_Hans_CN' }],
		['the category UTILITY', { category: 'UTILITY' }],
		['a category in lower case', { category: 'marketing' }],
		['the variable format POSITIONAL', { parameter_format: 'POSITIONAL' }],
		['types in lower case', { components: [{ type: 'body', text: 'Your order is on its way.' }] }],
		[
			'header, body, footer and buttons',
			{
				components: [header('TEXT', { text: 'News' }), BODY, footer('Bye'), buttons(reply())],
			},
		],
	])('may have %s', (_name, fields) => {
		expect(validateTemplate(template([BODY], fields))).toEqual([]);
	});

	test.each<[string, object, string]>([
		['no name', { name: undefined }, 'name-required at name'],
		['an empty name', { name: ' ' }, 'name-required at name'],
		['a name of 513 characters', { name: x(513) }, 'name-length at name'],
		['a name in upper case', { name: 'Order' }, 'name-characters at name'],
		['a name with a space', { name: 'my order' }, 'name-characters at name'],
		['no language', { language: null }, 'language-required at language'],
		['a language in words', { language: 'English' }, 'language-form at language'],
		['a region of two digits', { language: 'es_41' }, 'language-form at language'],
		['a place twice', { language: 'en_US_GB' }, 'language-form at language'],
		['no category', { category: undefined }, 'category at category'],
		['another category', { category: 'SERVICE' }, 'category at category'],
		['another parameter format', { parameter_format: 'MIXED' }, 'parameter-format at parameter_format'],
		['no components', { components: [] }, 'components-required at components'],
		['components that are no list', { components: 'body' }, 'components-required at components'],
		['no body', { components: [footer('Bye')] }, 'body-required at components'],
		[
			'a component of another type',
			{ components: [BODY, { type: 'POEM' }] },
			'component-type at components[1].type',
		],
		['a component that is no object', { components: [BODY, 7] }, 'component-type at components[1].type'],
		['two bodies', { components: [BODY, BODY] }, 'component-repeated at components[1]'],
	])('breaks a rule with %s', (_name, fields, violation) => {
		expect(violationsOf(template([BODY], fields))).toEqual([violation]);
	});

	describe('has messages that may wait for their delivery', () => {
		const rulesOf = (category: string, seconds: unknown) =>
			violationsOf(template([BODY], { category, message_send_ttl_seconds: seconds })).filter((violation) =>
				violation.startsWith('message-ttl'),
			);
		const BROKEN = ['message-ttl at message_send_ttl_seconds'];
		const WARNED = ['message-ttl-marketing at message_send_ttl_seconds'];

		test.each<[string, unknown, string[]]>([
			['AUTHENTICATION', 29, BROKEN],
			['AUTHENTICATION', 30, []],
			['AUTHENTICATION', 900, []],
			['AUTHENTICATION', 901, BROKEN],
			['AUTHENTICATION', -1, []],
			['UTILITY', 29, BROKEN],
			['UTILITY', 30, []],
			['UTILITY', 43_200, []],
			['UTILITY', 43_201, BROKEN],
			['UTILITY', -1, []],
			['UTILITY', 0, BROKEN],
			['UTILITY', 30.5, BROKEN],
			['UTILITY', '600', BROKEN],
			['UTILITY', null, []],
			['MARKETING', undefined, []],
			['MARKETING', 43_199, [...BROKEN, ...WARNED]],
			['MARKETING', 43_200, WARNED],
			['MARKETING', 2_592_000, WARNED],
			['MARKETING', 2_592_001, [...BROKEN, ...WARNED]],
			['MARKETING', -1, [...BROKEN, ...WARNED]],
		])('%s, %j seconds', (category, seconds, violations) => {
			expect(rulesOf(category, seconds)).toEqual(violations);
		});
	});

	test.each([null, 'template', 7, [], true])('is an object, not %j', (given) => {
		expect(violationsOf(given)).toContain('definition-form at ');
	});

	test('is warned of allow_category_change, which is not supported any more', () => {
		expect(validateTemplate(template([BODY], { allow_category_change: true }))).toMatchObject([
			{ rule: 'category-change-unsupported', severity: 'warning', path: 'allow_category_change' },
		]);
	});

	test('is told of everything at once, each with a sentence', () => {
		const violations = validateTemplate({
			name: 'Order!',
			category: 'SERVICE',
			components: [body('Hello {{2}}'), footer(x(61)), buttons()],
		});
		expect(violations.map(({ rule }) => rule)).toEqual([
			'name-characters',
			'language-required',
			'category',
			'body-example',
			'parameter-sequence',
			'parameter-at-end',
			'parameters-too-many',
			'footer-length',
			'buttons-required',
		]);
		for (const { message } of violations) expect(message).toMatch(/^[A-Z].*\.$/);
	});
});

describe('what only the platform can judge is a warning', () => {
	const warningsOf = (text: string, category = 'UTILITY') =>
		validateTemplate(template([body(text)], { category })).map(({ rule, severity }) => `${severity} ${rule}`);

	test.each([
		['asks for a card number', 'Please send us your card number today.', 'policy-sensitive-data'],
		['asks for a national identifier', 'Please send your national identifier.', 'policy-sensitive-data'],
		['threatens', 'Pay today or else we come.', 'policy-threat'],
		['is utility and reads like marketing', 'Get 10% off with your order.', 'category-fits-content'],
	])('a text that %s', (_name, text, rule) => {
		expect(warningsOf(text)).toEqual([`warning ${rule}`]);
	});

	test('but marketing may read like marketing', () => {
		expect(warningsOf('Get 10% off with your order.', 'MARKETING')).toEqual([]);
	});

	test.each([
		[10, []],
		[11, ['warning emoji-count']],
	])('%i emoji in a body', (count, warnings) => {
		expect(warningsOf(`Well done ${'🎉'.repeat(count)}`)).toEqual(warnings);
	});
});
