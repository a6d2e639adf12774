import fc from '../../support/properties';
import { validateTemplate } from '../../../engine';

const text = fc.oneof(
	fc.string(),
	fc.constantFrom(
		'{{1}}',
		'{{',
		'}}',
		'{{a}} {{b}}',
		'BODY',
		'BUTTONS',
		'CAROUSEL',
		'AUTHENTICATION',
		'NAMED',
	),
);
const keys = [
	'type',
	'format',
	'text',
	'example',
	'buttons',
	'cards',
	'components',
	'url',
	'name',
	'category',
];

/** JSON that often looks like a definition. */
const definition = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 6 },
		text,
		fc.jsonValue({ maxDepth: 1 }),
		fc.array(tie('value'), { maxLength: 4 }),
		fc.dictionary(fc.constantFrom(...keys, '__proto__', 'constructor'), tie('value')),
	),
})).value;

it('says something about any JSON value and never throws', () => {
	fc.assert(
		fc.property(definition, (given) => {
			for (const { path, rule, severity, message } of validateTemplate(given)) {
				expect(typeof path).toBe('string');
				expect(rule).toMatch(/^[a-z-]+$/);
				expect(['error', 'warning']).toContain(severity);
				expect(message).not.toBe('');
			}
		}),
		{ numRuns: 2_000 },
	);
});

it('does not choke on a text of a million braces', () => {
	for (const part of ['{{', '}}', '{{1}} ', '}} \u200b']) {
		const components = [{ type: 'BODY', text: part.repeat(250_000) }];
		expect(validateTemplate({ name: 'a', language: 'en', category: 'UTILITY', components })).not.toEqual([]);
	}
});
