import { compareTranslations } from '../../../engine';

const header = (text: string) => ({ type: 'HEADER', format: 'TEXT', text });
const body = (text: string) => ({ type: 'BODY', text });
const buttons = (...texts: string[]) => ({
	type: 'BUTTONS',
	buttons: texts.map((text) => ({ type: 'QUICK_REPLY', text })),
});
const order = (language: string, components: unknown, more: object = {}) => ({
	name: 'order',
	language,
	status: 'APPROVED',
	components,
	...more,
});
const wanted = order('en_US', [body('Hello {{1}}, your order is on its way.'), buttons('Thanks')]);
const german = (components: unknown, more: object = {}) => order('de', components, more);
const rulesFor = (...templates: Array<ReturnType<typeof order>>) =>
	compareTranslations(wanted, templates).map(({ rule }) => rule);

describe('a translation compared with the other languages of its name', () => {
	it('gets no warning if they have the same components, buttons, and variables', () => {
		const same = [buttons('Danke'), body('Hallo {{1}}, {{1}}, die Bestellung kommt.')];
		expect(rulesFor(german(same), order('fr', wanted.components))).toEqual([]);
		expect(compareTranslations(wanted, [])).toEqual([]);
	});

	it('gets a warning about each part that differs, with the languages', () => {
		expect(
			compareTranslations(wanted, [
				german([header('An {{1}}'), body('Hallo {{1}}.'), buttons('Ja', 'Nein')]),
				order('fr', wanted.components),
			]),
		).toEqual([
			{
				path: ['components'],
				rule: 'translations-components',
				severity: 'warning',
				message:
					'en_US has BODY, BUTTONS, unlike de (BODY, BUTTONS, HEADER). Give all translations of order the same structure, or sending can fail.',
			},
			expect.objectContaining({
				rule: 'translations-buttons',
				message: expect.stringContaining('en_US has 1 button, unlike de (2 buttons).') as string,
			}),
			expect.objectContaining({
				rule: 'translations-variables',
				message: expect.stringContaining('en_US has 1 variable, unlike de (2 variables).') as string,
			}),
		]);
	});

	it.each([
		['components', [body('Hallo {{1}}.')], ['translations-components', 'translations-buttons']],
		['buttons', [body('Hallo {{1}}.'), buttons('Ja', 'Nein')], ['translations-buttons']],
		['variables', [body('Hallo.'), buttons('Danke')], ['translations-variables']],
	])('is judged by its %s alone', (_part, components, rules) => {
		expect(rulesFor(german(components))).toEqual(rules);
	});

	it.each([
		['of its own language, however it is written', german([body('Hi')], { language: 'en-US' })],
		['that was rejected', german([body('Hi')], { status: 'rejected' })],
		['of another name', german([body('Hi')], { name: 'other' })],
		['whose components the list leaves out', german(undefined)],
	])('is not compared with a template %s', (_which, other) => {
		expect(rulesFor(other)).toEqual([]);
		expect(rulesFor(other, german([body('Hi')]))).not.toEqual([]);
	});
});
