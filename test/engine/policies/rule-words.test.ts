import type { PolicyRule } from '../../../engine';
import { placeInPolicy, policies, sentencesOfRules } from '../../../engine';

const ruleOf = (
	rule: Partial<PolicyRule>,
	params: Partial<PolicyRule['event']['params']> = {},
): PolicyRule => ({
	name: 'own',
	conditions: { fact: 'optedOut', operator: 'equal', value: false },
	event: { type: 'hold', params: { reason: 'So.', ...params } },
	...rule,
});

const sentenceOf = (conditions: PolicyRule['conditions'], facts = {}) =>
	sentencesOfRules({ rules: [ruleOf({ conditions })], facts })[0]!.sentence;

describe('a rule is said', () => {
	it.each([
		[{ fact: 'optedOut', operator: 'equal', value: false }, 'Opted out is no'],
		[{ fact: 'holder', operator: 'equal', value: 'agent' }, 'Conversation holder is the business agent'],
		[
			{ fact: 'category', operator: 'in', value: ['MARKETING', 'UTILITY', 'none'] },
			'Category is one of marketing, utility, or none',
		],
		[{ fact: 'templatePauseEndsAt', operator: 'greaterThan', value: 0 }, 'Template pause ends at is known'],
		[{ fact: 'templatePauseEndsAt', operator: 'equal', value: 0 }, "Template pause ends at isn't known"],
		[{ fact: 'newCustomers', operator: 'greaterThan', value: 0 }, 'New customers is greater than 0'],
		[
			{
				all: [
					{ fact: 'hasTemplate', operator: 'equal', value: true },
					{ not: { fact: 'localTime', operator: 'withinHours', value: '21:00-08:00' } },
				],
			},
			'Has a template is yes and not (Local time is within the hours 21:00–08:00)',
		],
		[
			{ all: [{ fact: 'localTime', operator: 'outsideHours', value: '11:00-13' }] },
			'Local time is outside the hours 11:00–13:00',
		],
	])('%j with the words for its facts and values', (conditions, said) => {
		expect(sentenceOf(conditions)).toBe(`Hold if ${said}.`);
	});

	it('with the label of a fact that the policy declares', () => {
		const conditions = { fact: 'vip', operator: 'equal', value: true };
		expect(sentenceOf(conditions, { vip: { type: 'boolean', label: 'VIP' } })).toBe('Hold if VIP is yes.');
	});

	it('with the reasons for some situations first, and what its conditions compare with', () => {
		const { reasons, again } = sentencesOfRules({
			rules: [
				ruleOf(
					{ conditions: { fact: 'marketingSent', operator: 'reaches', value: '2 per 24 h' } },
					{
						reason: 'The limit is {marketingSent.limit} for {category}. Wait until {retryAt}.',
						reasons: [
							{ conditions: { fact: 'window', operator: 'equal', value: 'open' }, reason: 'Not now.' },
						],
						retryAt: 'marketingSent',
					},
				),
			],
		})[0]!;
		expect(reasons).toEqual([
			'If Conversation window is open: Not now.',
			'Otherwise: The limit is 2 per 24 h for [Category]. Wait until [Retry at].',
		]);
		expect(again).toBe('The rules are asked again when the condition on Marketing sent no longer holds.');
	});

	it('in the order in which it is asked, after which come those that are turned off', () => {
		const rules = [
			ruleOf({ name: 'off', enabled: false }),
			ruleOf({ name: 'second', priority: 1 }),
			ruleOf({ name: 'first', priority: 2 }),
		];
		expect(sentencesOfRules({ rules }).map(({ name, isOff }) => [name, isOff])).toEqual([
			['first', false],
			['second', false],
			['off', true],
		]);
	});

	it('of the built-in policies without a brace and without a number that stands for what isn’t known', () => {
		const said = JSON.stringify(Object.values(policies).map(sentencesOfRules));
		expect(said).not.toMatch(/\{\w+\}|999999|undefined/);
	});
});

describe('a place in a policy', () => {
	const rules = [
		ruleOf({ name: 'off', enabled: false }),
		ruleOf({ name: 'second', priority: 1 }),
		ruleOf({ name: 'first', priority: 2 }),
		ruleOf({ name: '' }),
		'no rule',
	];

	it.each([
		[2, [], 'Rule 1 (first)'],
		[1, ['conditions', 'all', 0, 'fact'], 'Rule 2 (second), conditions.all[0].fact'],
		[0, ['event', 'type'], 'Rule off (turned off), event.type'],
	])(
		'in the rule at %j is told by its number among those that are asked, and its name',
		(index, path, place) => {
			expect(placeInPolicy({ rules }, ['rules', index, ...path])).toBe(place);
		},
	);

	it.each([
		['a rule without a name', { rules }, ['rules', 3, 'name'], 'rules[3].name'],
		['what is no rule', { rules }, ['rules', 4], 'rules[4]'],
		['all rules', { rules }, ['rules'], 'rules'],
		['what is no list', { rules: 'none' }, ['rules', 0], 'rules[0]'],
		['another part', { rules }, ['facts', 'vip'], 'facts.vip'],
		['the whole, which is none', 7, [], 'the policy'],
	])('in %s is told by its path', (_, document, path, place) => {
		expect(placeInPolicy(document, path)).toBe(place);
	});

	it('has the numbers that the sentences of the rules have', () => {
		const shown = sentencesOfRules(policies.strict).filter(({ isOff }) => !isOff);
		const places = shown.map(({ name }) =>
			placeInPolicy(policies.strict, [
				'rules',
				policies.strict.rules.findIndex((rule) => rule.name === name),
			]),
		);
		expect(places).toEqual(shown.map(({ name }, index) => `Rule ${index + 1} (${name})`));
	});
});
