import { validateTemplate } from '../../../engine';
import { body, header, named, template, utility, violationsOf } from './definitions';

/** The violations of a body's text, with as many samples as it has different variables. */
const rulesOf = (text: string) => {
	const count = new Set(text.match(/\{\{[^{}]*\}\}/g)).size;
	return validateTemplate(utility(body(text, ...Array<string>(count).fill('sample')))).map(
		({ rule }) => rule,
	);
};

describe('a variable', () => {
	test.each([
		['between words', 'Your order {{1}} is on its way.'],
		['before a full stop', 'Your order has the number {{1}}.'],
		['twice', 'Order {{1}}: we ship {{1}} today for you.'],
		['after a later one', 'Your order {{2}} is on {{1}} today.'],
		['beside special characters', 'Order #{{1}} costs $5 today, or 5%.'],
		['beside single braces', 'Your order {{1}} is {on its way} today.'],
	])('may stand %s', (_name, text) => {
		expect(rulesOf(text)).toEqual([]);
	});

	test.each([
		['without its second brace', 'Your order {{1} is here today.', 'parameter-braces'],
		['without its first brace', 'Your order {1}} is here today.', 'parameter-braces'],
		['in single braces', 'Your order {1} is here today.', 'parameter-braces'],
		['in three braces', 'Your order {{{1}}} is here today.', 'parameter-braces'],
		['with # inside', 'Your order {{#1}} is here today.', 'parameter-special-characters'],
		['with $ inside', 'Your order {{1$}} is here today.', 'parameter-special-characters'],
		['with % inside', 'Your order {{%}} is here today.', 'parameter-special-characters'],
		['with spaces inside', 'Your order {{ 1 }} is here today.', 'parameter-form'],
		['empty', 'Your order {{}} is here today.', 'parameter-form'],
		['with a zero before its number', 'Your order {{01}} is here today.', 'parameter-form'],
		['by name in a numbered format', 'Your order {{order_id}} is here today.', 'parameter-form'],
		['with the number 0', 'Your order {{0}} is here today.', 'parameter-sequence'],
		['first with the number 2', 'Your order {{2}} is here today.', 'parameter-sequence'],
		['after a gap', 'Your order {{1}} is here on {{3}} for you today.', 'parameter-sequence'],
		['at the start', '{{1}}, your order is here.', 'parameter-at-start'],
		['at the start after white space', ' \n{{1}}, your order is here.', 'parameter-at-start'],
		['at the start after an invisible character', '\u200b{{1}}, your order is here.', 'parameter-at-start'],
		['at the end', 'Your order is number {{1}}', 'parameter-at-end'],
		['at the end before a line break', 'Your order is number {{1}}\n', 'parameter-at-end'],
		['beside another', 'Your order {{1}}{{2}} is here for you today.', 'parameters-adjacent'],
	])('may not stand %s', (_name, text, rule) => {
		expect(rulesOf(text)).toEqual([rule]);
	});

	test('may not stand with white space alone between them', () => {
		const violations = validateTemplate(
			utility(body('Your order {{1}} \n{{2}} is here for you today.', 'a', 'b')),
		);
		expect(violations).toMatchObject([{ rule: 'parameters-only-spaced', severity: 'error' }]);
	});

	test.each([
		['as many words', 'Code {{1}}, {{2}} today.', [['parameters-too-many', 'warning']]],
		['fewer words', 'Code {{1}}, {{2}}.', [['parameters-outnumber-words', 'error']]],
	])('may not be more than the words: %s', (_name, text, found) => {
		const violations = validateTemplate(utility(body(text, 'a', 'b')));
		expect(violations.map(({ rule, severity }) => [rule, severity])).toEqual(found);
	});

	test.each([
		['5 words for 2', 'Your order {{1}} is on {{2}} today.', []],
		['4 words for 2', 'Your order {{1}} is {{2}} today.', ['parameters-too-many']],
	])('may be one too many for the length of the text, which is a warning: %s', (_name, text, rules) => {
		expect(rulesOf(text)).toEqual(rules);
		for (const { severity } of validateTemplate(utility(body(text, 'a', 'b'))))
			expect(severity).toBe('warning');
	});
});

describe('samples', () => {
	const withExample = (text: string, example: unknown) =>
		violationsOf(utility({ type: 'BODY', text, example }));
	const TWO = 'Your order {{1}} is on {{2}} today.';

	test('fit the variables of a body in number', () => {
		expect(withExample(TWO, { body_text: [['7', 'Monday']] })).toEqual([]);
	});

	test.each([
		['no example', TWO, undefined],
		['an example that is a text', TWO, '7'],
		['samples in one list', TWO, { body_text: ['7', 'Monday'] }],
		['one too few', TWO, { body_text: [['7']] }],
		['one too many', TWO, { body_text: [['7', 'Monday', 'x']] }],
		['one that is empty', TWO, { body_text: [['7', '']] }],
		['one that is no text', TWO, { body_text: [['7', 8]] }],
		['one for a text without variables', 'Your order is here.', { body_text: [['7']] }],
	])('are wrong with %s', (_name, text, example) => {
		expect(withExample(text, example)).toEqual(['body-example at components[0].example']);
	});

	test('fit the variable of a header', () => {
		const text = 'Order {{1}} is here today';
		const withHeader = (example: unknown) =>
			violationsOf(template([header('TEXT', { text, example }), body()]));
		expect(withHeader({ header_text: ['7'] })).toEqual([]);
		expect(withHeader({ header_text: '7' })).toEqual([]);
		expect(withHeader({ header_text: [] })).toEqual(['header-example at components[0].example']);
		expect(withHeader({ body_text: [['7']] })).toEqual(['header-example at components[0].example']);
	});
});

describe('the named format', () => {
	const sample = (name: string, example = 'sample') => ({ param_name: name, example });
	const ofBody = (text: string, ...samples: object[]) =>
		violationsOf(named({ type: 'BODY', text, example: { body_text_named_params: samples } }));

	test('has names and a sample for each', () => {
		expect(ofBody('Your order {{order_id}} is here today.', sample('order_id'))).toEqual([]);
		const text = 'Order {{id}} is here today';
		const example = { header_text_named_params: [sample('id')] };
		expect(violationsOf(named(header('TEXT', { text, example }), body()))).toEqual([]);
	});

	test.each([
		['a number', 'Your order {{1}} is here today.', [sample('1')], 'parameter-form at components[0].text'],
		[
			'upper case',
			'Your order {{Id}} is here today.',
			[sample('Id')],
			'parameter-form at components[0].text',
		],
		[
			'a hyphen',
			'Your order {{o-id}} is here today.',
			[sample('o-id')],
			'parameter-special-characters at components[0].text',
		],
		[
			'a name without a sample',
			'Your order {{id}} is here today.',
			[],
			'body-example at components[0].example',
		],
		[
			'an empty sample',
			'Your order {{id}} is here today.',
			[sample('id', '')],
			'body-example at components[0].example',
		],
		[
			'a sample of another name',
			'Your order {{id}} is here today.',
			[sample('id'), sample('day')],
			'body-example at components[0].example',
		],
	])('is broken by %s', (_name, text, samples, violation) => {
		expect(ofBody(text, ...samples)).toEqual([violation]);
	});
});
