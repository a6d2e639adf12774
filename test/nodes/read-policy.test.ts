import type { IExecuteFunctions } from 'n8n-workflow';
import type { PolicyDocument, Store } from '../../engine';
import {
	createEngine,
	definePolicy,
	eventFactCatalogue,
	factCatalogue,
	policies,
	readTypedValue,
	savePolicy,
} from '../../engine';
import { singleConditions } from '../../rules';
import { openStore } from '../../store';
import { operatorChoices } from '../../nodes/BusinessMessaging/policy/methods';
import { placesAmong } from '../../nodes/BusinessMessaging/policy/place';
import { problemsOf, refuseErrors } from '../../nodes/BusinessMessaging/policy/problems';
import { readPolicy } from '../../nodes/BusinessMessaging/policy/read-policy';
import { READY_MADE } from '../../nodes/BusinessMessaging/policy/ready-made';
import { readRulesToUse } from '../../nodes/BusinessMessaging/policy/rules-to-use';
import { rulesThatAre, switchesOf } from '../../nodes/BusinessMessaging/policy/switches';
import { CHANNEL, CUSTOMER, delivery, only } from '../support/wire';

let store: Store;
beforeAll(async () => {
	store = await openStore('sqlite::memory:');
});
afterAll(() => store.close());

/** The policy that a form makes; fields that are not filled in keep their defaults. */
const read = (form: Record<string, unknown>) => {
	const getNodeParameter = (name: string, _item: number, fallback: unknown) => form[name] ?? fallback;
	return readPolicy({ getNodeParameter } as unknown as IExecuteFunctions, 0, async () => store);
};
const documentOf = async (form: Record<string, unknown>) => (await read(form)).document as PolicyDocument;
const namesIn = async (form: Record<string, unknown>) =>
	(await documentOf(form)).rules.map(({ name }) => name);

const AT_NIGHT = { fact: 'localTime', operator: 'withinHours', value: '21:00-08:00' };
const rule = (more: Record<string, unknown> = {}) => ({
	name: 'night',
	match: 'all',
	conditions: { condition: [AT_NIGHT] },
	decision: 'hold',
	reason: 'It is night where the customer is.',
	...more,
});
const form = (rules: Array<Record<string, unknown>>, more: Record<string, unknown> = {}) => ({
	policyName: 'mine',
	rules: { rule: rules },
	...more,
});
const strict = policies.strict.rules.map(({ name }) => name);

describe('the rules of a form', () => {
	it('become a policy that can be used', async () => {
		const last = rule({ name: 'rest', conditions: {}, decision: 'template', reason: 'The template may go.' });
		const given = form([rule({ retryAt: 'localTime' }), last], { policyDescription: 'Not at night' });
		const document = await documentOf(given);
		expect(document).toEqual({
			name: 'mine',
			version: 1,
			description: 'Not at night',
			rules: [
				{
					name: 'night',
					conditions: { all: [AT_NIGHT] },
					event: {
						type: 'hold',
						params: { reason: 'It is night where the customer is.', retryAt: 'localTime' },
					},
				},
				{
					name: 'rest',
					conditions: { all: [{ fact: 'window', operator: 'in', value: ['open', 'closed'] }] },
					event: { type: 'template', params: { reason: 'The template may go.' } },
				},
			],
		});
		expect(() => definePolicy(document)).not.toThrow();
	});

	it('hold when no condition does, where that is asked, and have groups of conditions as further ones', async () => {
		const weekend = { fact: 'localDay', operator: 'onDays', value: 'Saturday, Sunday' };
		const template = { fact: 'hasTemplate', operator: 'equal', value: 'yes' };
		const groups = {
			group: [
				{ match: 'any', conditions: { condition: [AT_NIGHT, weekend] } },
				{ match: 'none', conditions: { condition: [template] } },
			],
		};
		const grouped = [{ any: [AT_NIGHT, weekend] }, { not: { any: [{ ...template, value: true }] } }];
		const [all] = (await documentOf(form([rule({ groups })]))).rules;
		const [none] = (await documentOf(form([rule({ match: 'none', conditions: {}, groups })]))).rules;
		expect(all!.conditions).toEqual({ all: [AT_NIGHT, ...grouped] });
		expect(none!.conditions).toEqual({ not: { any: grouped } });
		const rules = [all, { ...none, name: 'none' }];
		expect(() => definePolicy({ name: 'mine', version: 1, rules })).not.toThrow();
	});

	it('hold when any condition does, where that is asked, and not at all where one is switched off', async () => {
		const [night] = (await documentOf(form([rule({ match: 'any', enabled: false })]))).rules;
		expect(night).toMatchObject({ enabled: false, conditions: { any: [AT_NIGHT] } });
	});
});

describe('values as people type them', () => {
	it.each([
		['optedOut', 'equal', 'yes', true],
		['optedOut', 'equal', ' TRUE ', true],
		['optedOut', 'equal', 'No', false],
		['optedOut', 'equal', 'perhaps', 'perhaps'],
		['optedOut', 'equal', true, true],
		['window', 'equal', 'Open', 'open'],
		['category', 'equal', 'marketing', 'MARKETING'],
		['category', 'in', 'marketing, Utility,', ['MARKETING', 'UTILITY']],
		['category', 'in', ['MARKETING'], ['MARKETING']],
		['windowClosesIn', 'lessThan', ' 90 s ', '90 s'],
		['windowClosesIn', 'equal', '0', 0],
		['windowClosesIn', 'lessThan', '90', '90'],
		['newCustomers', 'greaterThanInclusive', '250', 250],
		['newCustomers', 'greaterThanInclusive', '', ''],
		['localTime', 'withinHours', '21:00-08:00', '21:00-08:00'],
		['messagesSent', 'reaches', '2 per 24 h', '2 per 24 h'],
		['now', 'before', '2026-12-24T18:00:00+01:00', '2026-12-24T18:00:00+01:00'],
		['nothing', 'equal', 'x', 'x'],
		['window', 'nothing', 'open', 'open'],
	])('%s %s %j is %j', (fact, operator, given, value) => {
		expect(readTypedValue(fact, operator, given)).toEqual(value);
	});
});

describe('a policy whose rules are taken over', () => {
	const from = (more: Record<string, unknown> = {}) => form([rule()], { startFrom: 'strict', ...more });

	it('has the new rules first', async () => {
		expect(await namesIn(from())).toEqual(['night', ...strict]);
	});

	it.each([
		['last', [...strict, 'night']],
		['before:agent-holds', [strict[0], 'night', ...strict.slice(1)]],
		['after:agent-holds', [...strict.slice(0, 2), 'night', ...strict.slice(2)]],
		['after:template', [...strict, 'night']],
	])('has them %s, where that is chosen', async (place, names) => {
		expect(await namesIn(from({ place }))).toEqual(names);
	});

	it.each([
		['template', 'quiet-hours'],
		['freeform', 'human-active'],
		['hold', 'agent-holds'],
		['skip', 'opted-out'],
	])('has a rule that decides %s before %s, if no place is chosen', async (decision, next) => {
		const given = form([rule({ decision })], { startFrom: 'strict', place: 'automatic' });
		const names = await namesIn(given);
		expect(names[names.indexOf('night') + 1]).toBe(next);
	});

	it('has rules that send after those that hold, each in its order, if no place is chosen', async () => {
		const rules = ['template', 'hold', 'template', 'hold'].map((decision, index) =>
			rule({ decision, name: `own-${index}` }),
		);
		const names = await namesIn(form(rules, { startFrom: 'strict', place: 'automatic' }));
		expect(names.slice(0, 4)).toEqual(['opted-out', 'own-1', 'own-3', 'agent-holds']);
		expect(names.slice(names.indexOf('own-0'), names.indexOf('quiet-hours') + 1)).toEqual([
			'own-0',
			'own-2',
			'quiet-hours',
		]);
	});

	it('has every place that the form offers', async () => {
		for (const { value } of placesAmong(strict.map((name) => ({ name, description: '' })))) {
			expect(await namesIn(from({ place: value }))).toContain('night');
		}
	});

	it('has its rules switched off, which stay there and do not count, or on', async () => {
		const chosen = { switches: ['off:window-closing', 'on:quiet-hours'] };
		const document = await documentOf(from(chosen));
		const counts = (name: string) => document.rules.find((each) => each.name === name)?.enabled !== false;
		expect(['opted-out', 'window-closing', 'quiet-hours', 'frequency-cap'].map(counts)).toEqual([
			true,
			false,
			true,
			false,
		]);
		expect(problemsOf(await read(from(chosen))).filter(({ severity }) => severity === 'error')).toEqual([]);
	});

	describe('uses ready-made rules', () => {
		const using = async (rulesToUse: object, more = {}) => read(from({ rulesToUse, ...more }));
		const ruleIn = async (name: string, rulesToUse: object) =>
			((await using(rulesToUse)).document as PolicyDocument).rules.find((each) => each.name === name)!;

		it.each<[string, row: string, values: object, asked: unknown[]]>([
			['quiet-hours', 'quietHours', { from: '22:00', to: '07:30' }, ['AUTHENTICATION', '22:00-07:30']],
			['quiet-hours', 'quietHours', { from: '9 pm', to: '8' }, ['AUTHENTICATION', '21:00-8']],
			[
				'frequency-cap',
				'frequencyCap',
				{ atMost: 3, within: '1 week' },
				[['UTILITY', 'AUTHENTICATION'], '3 per 1 week'],
			],
			[
				'frequency-cap',
				'frequencyCap',
				{ within: 'a week' },
				[['UTILITY', 'AUTHENTICATION'], '2 per 1 week'],
			],
			['human-active', 'humanActive', { within: '2 h' }, ['AUTHENTICATION', '1 per 2 h']],
			['loop-guard', 'loopGuard', { inARow: 4, atMost: 20, within: '12 h' }, ['open', 4, '20 per 12 h']],
			['new-customers-cap', 'newCustomersCap', { atMost: 1000 }, ['closed', true, 1000]],
			['window-closing', 'windowClosing', { within: '5 min' }, ['open', '5 min', 'sendable']],
			[
				'spend-cap',
				'spendCap',
				{ atMost: 20.5, categories: ['MARKETING', 'UTILITY'] },
				[['MARKETING', 'UTILITY', 'none'], 20.5],
			],
			['spend-cap-of-month', 'spendCapOfMonth', { atMost: 300 }, [['MARKETING', 'none'], 300]],
			['spend-cap', 'spendCap', { atMost: 30, together: true }, [['MARKETING', 'UTILITY', 'none'], 30]],
			['campaign-budget', 'campaignBudget', { atMost: 50 }, ['none', 50]],
			['free-only', 'freeOnly', { categories: ['UTILITY'] }, [['UTILITY'], 'open', 'closed', false, 0]],
		])('%s with its own numbers, as %s %j', async (name, row, values, asked) => {
			const { enabled, conditions } = await ruleIn(name, { [row]: values });
			expect(enabled).toBeUndefined();
			expect(singleConditions(conditions).map(({ value }) => value)).toEqual(asked);
		});

		it.each([
			['spend-cap', 'spendCap', 'spentToday', 'spentTodayTogether', 'today'],
			['spend-cap-of-month', 'spendCapOfMonth', 'spentThisMonth', 'spentThisMonthTogether', 'this month'],
		])('%s for categories together, and says so', async (name, row, apart, together, when) => {
			const { conditions, event } = await ruleIn(name, { [row]: { together: true } });
			const facts = singleConditions(conditions).map(({ fact }) => fact);
			expect(facts).toEqual(['category', together]);
			expect(facts).not.toContain(apart);
			expect(event.params.reason).toContain(
				`With this message, marketing and utility messages cost {${together}} ${when}, and the policy's limit is {${together}.limit}.`,
			);
			const given = await using({ [row]: { together: true } });
			expect(problemsOf(given).filter(({ severity }) => severity === 'error')).toEqual([]);
		});

		it('spend-cap for categories together, also in its reasons for some situations', () => {
			const unknown = { fact: 'spentToday', operator: 'equal', value: 999_999_999_999 };
			const limit = '{category} messages may cost {spentToday.limit}: {spentTodayTogether}.';
			const rules = policies.strict.rules.map((each) => ({
				...each,
				event: {
					...each.event,
					params: { ...each.event.params, reasons: [{ conditions: { not: unknown }, reason: limit }] },
				},
			}));
			const base = { ...policies.strict, rules };
			const used = readRulesToUse({ spendCap: { together: true } }, base, factCatalogue).get('spend-cap')!;
			expect(used.params!.reasons).toEqual([
				{
					conditions: { not: { ...unknown, fact: 'spentTodayTogether' } },
					reason: 'marketing and utility messages may cost {spentTodayTogether.limit}: {spentTodayTogether}.',
				},
			]);
			expect(used.params!.retryAt).toBe('accountDayEndsAt');
		});

		const VIP = {
			ownFacts: { fact: [{ name: 'vip', type: 'boolean', missing: 'false' }] },
		};
		const freeOnlyOf = async (row: object) => {
			const given = await using({ freeOnly: row }, VIP);
			const document = given.document as PolicyDocument;
			return { given, rule: document.rules.find((each) => each.name === 'free-only')! };
		};

		it('free-only for the customers of a group, by a fact of the policy’s own', async () => {
			const others = { groupFact: 'vip', groupOperator: 'notEqual', groupValue: 'yes' };
			const { given, rule: made } = await freeOnlyOf(others);
			const asked = singleConditions(made.conditions);
			expect(asked.at(-1)).toEqual({ fact: 'vip', operator: 'notEqual', value: true });
			expect(asked[0]).toMatchObject({ fact: 'category', value: ['MARKETING'] });
			expect(problemsOf(given).filter(({ severity }) => severity === 'error')).toEqual([]);
		});

		it('free-only for everything that a group would get, if no category is chosen', async () => {
			const group = { categories: [], groupFact: 'vip', groupValue: 'true' };
			const [category] = singleConditions((await freeOnlyOf(group)).rule.conditions);
			expect(category!.value).toEqual(['MARKETING', 'UTILITY', 'none']);
		});

		it.each([
			['no category and no group', { categories: [] }, ', Categories'],
			['a fact that nobody declares', { groupFact: 'gold', groupValue: 'true' }, ''],
			['a value that the fact cannot have', { groupFact: 'vip', groupValue: 'gold' }, ''],
		])('but says what is wrong with free-only for %s', async (_title, row, field) => {
			const { given } = await freeOnlyOf(row);
			const errors = problemsOf(given).filter(({ severity }) => severity === 'error');
			expect(errors.map(({ where }) => where)).toEqual([`Rules to Use, Free Only${field}`]);
		});

		it('and each with the numbers of strict, if nothing is changed', async () => {
			for (const { name, rule: ofStrict } of READY_MADE) {
				const { conditions } = await ruleIn(ofStrict, { [name]: {} });
				expect(conditions).toEqual(policies.strict.rules.find((each) => each.name === ofStrict)!.conditions);
			}
		});

		it('and all that are off in strict have a row', () => {
			const off = policies.strict.rules.filter(({ enabled }) => enabled === false).map(({ name }) => name);
			expect(READY_MADE.map(({ rule: ofStrict }) => ofStrict).sort()).toEqual(off.sort());
			expect(rulesThatAre('off', policies.strict)).toEqual([]);
			expect(rulesThatAre('on', policies.strict).map(({ value }) => value)).toContain('opted-out');
		});

		it('and turns others off, or on', async () => {
			const turned = await ruleIn('opted-out', { turnOff: { rules: ['opted-out'] } });
			expect(turned.enabled).toBe(false);
			expect((await ruleIn('quiet-hours', { turnOn: { rules: ['quiet-hours'] } })).enabled).toBeUndefined();
		});

		it('and says where a number is wrong, all at once', async () => {
			const given = await using({
				quietHours: { from: 'night', to: '08:00' },
				frequencyCap: { atMost: 0, within: 'a month' },
			});
			expect(problemsOf(given).map(({ where }) => where)).toEqual([
				'Rules to Use, Quiet Hours, From and Until',
				'Rules to Use, Frequency Cap, At Most and In',
			]);
			expect(problemsOf(given)[0]!.message).toBe(
				'Local time must be hours of the day ("21:00-08:00"), not "night-08:00".',
			);
		});

		it.each([
			[{ turnOff: { rules: ['nothing'] } }, /Turn Off Rules: these rules don't exist: nothing/],
			[{ turnOn: { rules: 'nothing' } }, /Turn On Other Rules: these rules don't exist: nothing/],
		])('but not %j', async (rulesToUse, message) => {
			await expect(using(rulesToUse)).rejects.toThrow(message);
		});

		it('but not those that the policy has not got, or that ask something else there', async () => {
			const base = (rules: PolicyDocument['rules'], name: string) =>
				savePolicy(store, { ...policies.strict, name, rules }, 1);
			await base(policies.strict.rules.slice(0, 2), 'short');
			await expect(using({ quietHours: {} }, { startFrom: 'short' })).rejects.toThrow(
				'Quiet Hours can\'t be used with the policy "short", because it has no rule quiet-hours.',
			);
			const changed = policies.strict.rules.map((each) =>
				each.name === 'quiet-hours' ? { ...each, conditions: policies.strict.rules[0]!.conditions } : each,
			);
			await base(changed, 'changed');
			await expect(using({ quietHours: {} }, { startFrom: 'changed' })).rejects.toThrow(
				"because its rule quiet-hours doesn't compare Local time.",
			);
		});
	});

	describe('warns about a rule that sends and is asked after one that stands below it', () => {
		const isCategory = (value: string) => ({
			condition: [{ fact: 'category', operator: 'equal', value }],
		});
		const offers = rule({
			name: 'offers',
			decision: 'template',
			conditions: isCategory('MARKETING'),
			reason: 'Any time.',
		});
		const warned = async (rules: object[], more: object = {}) =>
			problemsOf(await read(from({ place: 'automatic', rules: { rule: rules }, ...more }))).flatMap(
				({ where, message }) => (message.startsWith('It is asked after') ? [`${where}: ${message}`] : []),
			);

		it.each(['hold', 'skip', 'freeform'])('and decides %s', async (decision) => {
			expect(await warned([offers, rule({ decision })])).toEqual([
				'Rule 1 (offers): It is asked after night, although that stands below it in this form. If this one should win, add a condition to night that leaves out whom this one is for.',
			]);
		});

		it('and after several, which it names together', async () => {
			expect(await warned([offers, rule(), rule({ name: 'late' })])).toEqual([
				'Rule 1 (offers): It is asked after night, late, although these stand below it in this form. If this one should win, add a condition to each of them that leaves out whom this one is for.',
			]);
		});

		it.each<[string, object[], object]>([
			['stands above it', [rule(), offers], {}],
			['is never for the same message', [offers, rule({ conditions: isCategory('UTILITY') })], {}],
			['is turned off', [offers, rule({ enabled: false })], {}],
			['is asked in the order of the form', [offers, rule()], { place: 'after:opted-out' }],
		])('but not if the other one %s', async (_, rules, more) => {
			expect(await warned(rules, more)).toEqual([]);
		});
	});

	describe('warns first about a rule without a condition', () => {
		const vip = { name: 'VIP', decision: 'template', reason: 'A VIP.' };
		const isOpen = { condition: [{ fact: 'window', operator: 'equal', value: 'open' }] };
		const found = async (rule: object, more: object = {}) =>
			problemsOf(await read(from({ place: 'first', rules: { rule: [rule] }, ...more })));

		it('that comes before others', async () => {
			const [first, ...others] = await found(vip);
			expect(first).toMatchObject({
				severity: 'warning',
				where: 'Rule 1 (VIP), Conditions',
				message: expect.stringMatching(/^It has no condition, so it is for every message, and no rule after/),
			});
			// Nobody counts the rules that are copied.
			expect(others.map(({ where }) => where)).not.toContainEqual(expect.stringContaining('rules['));
		});

		it.each<[string, object, object]>([
			['has a condition', { ...vip, conditions: isOpen }, {}],
			['is turned off', { ...vip, enabled: false }, {}],
			['is the last one', vip, { place: 'last' }],
		])('but not if it %s', async (_, rule, more) => {
			const messages = (await found(rule, more)).map(({ message }) => message);
			expect(messages).not.toContainEqual(expect.stringContaining('It has no condition'));
		});
	});

	it('offers to switch every rule to what it is not', async () => {
		const values = switchesOf(policies.strict).map(({ value }) => value);
		expect(values).toEqual(expect.arrayContaining(['off:opted-out', 'on:quiet-hours']));
		expect(values).toHaveLength(strict.length);
	});

	it('offers the rules that are off first, each with what it decides and when', () => {
		const choices = switchesOf(policies.strict);
		expect(choices.slice(0, 11).map(({ value }) => value)).toEqual([
			'on:human-active',
			'on:loop-guard',
			'on:free-only',
			'on:window-closing',
			'on:quiet-hours',
			'on:frequency-cap',
			'on:new-customers-cap',
			'on:spend-cap',
			'on:spend-cap-of-month',
			'on:campaign-budget',
			'off:opted-out',
		]);
		expect(choices[10]!.description).toBe('Skip if Opted out is true');
	});

	it('says in words what the ready-made rules do, with the numbers that they have', () => {
		for (const { name, enabled, conditions } of policies.strict.rules) {
			if (enabled !== false) continue;
			const event = { type: 'hold' as const, params: { reason: '' } };
			const [own] = switchesOf({ rules: [{ name, enabled, conditions, event }] });
			expect(own!.description).not.toMatch(/^Hold if/);
			const numbers = own!.description!.match(/\d+/g) ?? [];
			const asked = JSON.stringify(singleConditions(conditions).map(({ value }) => value));
			for (const number of numbers) expect(`24 ${asked}`).toContain(number);
		}
	});

	it('says of a rule that was changed what it asks, and that it is asked after freeform', () => {
		const changed = policies.strict.rules.map((each) =>
			each.name === 'quiet-hours' ? { ...each, conditions: { all: [AT_NIGHT] } } : each,
		);
		expect(switchesOf({ rules: changed as typeof policies.strict.rules })[4]!.description).toBe(
			'Hold if Local time is within the hours 21:00-08:00. For templates only: freeform that is allowed goes out first',
		);
	});

	it.each([
		['localTime', '21:00-08:00', /^Rule 1 \(night\), Try Again At: .*Choose Local time there/],
		['localDay', 'Sunday', /Choose Local day of the week there/],
		['windowClosesIn', '60 s', undefined],
	])('warns if it holds by %s and names no time to try again', async (fact, value, warning) => {
		const conditions = { condition: [{ fact, operator: 'equal', value }] };
		const warningsOf = async (more: Record<string, unknown>) =>
			problemsOf(await read(from({ rules: { rule: [rule({ conditions, ...more })] } }))).map(
				({ where, message }) => `${where}: ${message}`,
			);
		expect(await warningsOf({})).toEqual(warning ? [expect.stringMatching(warning)] : []);
		if (warning) expect(await warningsOf({ retryAt: fact })).toEqual([]);
		expect(await warningsOf({ decision: 'skip' })).toEqual([]);
	});

	it('has a rule of the same name in the place of the one that is there', async () => {
		const mine = rule({ name: 'agent-holds', reason: 'The agent is at work.' });
		const document = await documentOf(from({ rules: { rule: [mine] }, place: 'last' }));
		expect(document.rules.map(({ name }) => name)).toEqual(strict);
		expect(document.rules[1]).toMatchObject({ event: { params: { reason: 'The agent is at work.' } } });
	});

	it('may be one that was saved, with priorities: their order is kept, and its reactions too', async () => {
		const saved = definePolicy({
			name: 'saved',
			version: 1,
			rules: [
				{ ...policies.strict.rules[0], priority: 1 },
				{ ...policies.strict.rules[1], priority: 2 },
			],
			reactions: [
				{
					name: 'mine',
					conditions: { all: [{ fact: 'kind', operator: 'equal', value: 'message' }] },
					event: { type: 'reaction', params: { text: 'Somebody wrote.' } },
				},
			],
		});
		await savePolicy(store, saved, 0);
		const document = await documentOf(from({ startFrom: 'saved', place: 'last' }));
		expect(document.rules.map(({ name }) => name)).toEqual([strict[1], strict[0], 'night']);
		expect(document.reactions).toEqual(saved.reactions);
		expect(() => definePolicy(document)).not.toThrow();
	});

	it.each([
		[{ startFrom: 'nobody' }, /"nobody" doesn't exist.*strict, platform/],
		[
			{ switches: ['off:nothing', 'on:opted-out'] },
			/can't be turned on or off: off:nothing\..*opted-out, agent-holds/,
		],
		[{ switches: ['opted-out'] }, /can't be turned on or off: opted-out\./],
		[{ place: 'before:nothing' }, /"before:nothing" isn't a place for new rules.*opted-out/],
		[{ place: 'somewhere' }, /"somewhere" isn't a place for new rules/],
	])('is refused where it, a rule or a place is not there: %j', async (more, words) => {
		await expect(read(from(more))).rejects.toThrow(words);
	});
});

describe('the reactions of a form', () => {
	const isList = { fact: 'replyKind', operator: 'equal', value: 'List' };
	const asked = (more: Record<string, unknown> = {}) => ({
		name: 'asked-for-menu',
		match: 'all',
		conditions: { condition: [isList, { fact: 'replyId', operator: 'in', value: 'menu, card' }] },
		text: '{contact} asked for the menu.',
		...more,
	});
	const withReactions = (reactions: object[], more: Record<string, unknown> = {}) =>
		form([rule()], { reactions: { reaction: reactions }, ...more });
	const reaction = (name: string, text: string) => ({
		name,
		conditions: { all: [{ fact: 'kind', operator: 'equal', value: 'message' }] },
		event: { type: 'reaction' as const, params: { text } },
	});
	const errorsOf = async (reactions: object[]) =>
		problemsOf(await read(withReactions(reactions))).map(({ where, message }) => `${where}: ${message}`);

	it('become reactions of the policy, which fire for the events that they are about', async () => {
		const document = await documentOf(withReactions([asked()]));
		expect(document.reactions).toEqual([
			{
				name: 'asked-for-menu',
				conditions: {
					all: [
						{ fact: 'replyKind', operator: 'equal', value: 'list' },
						{ fact: 'replyId', operator: 'in', value: ['menu', 'card'] },
					],
				},
				event: { type: 'reaction', params: { text: '{contact} asked for the menu.' } },
			},
		]);
		const engine = createEngine({ store, policy: definePolicy(document) });
		const firedBy = async (id: string) => {
			const interactive = { type: 'list_reply', list_reply: { id, title: 'The menu' } };
			const message = { from: CUSTOMER, id, timestamp: '1', type: 'interactive', interactive };
			const metadata = { phone_number_id: CHANNEL };
			const event = only(delivery('messages', { metadata, messages: [message] }));
			return (await engine.reactionsTo(event)).map(({ name, text }) => [name, text]);
		};
		expect(await firedBy('menu')).toEqual([['asked-for-menu', `${CUSTOMER} asked for the menu.`]]);
		expect(await firedBy('hours')).toEqual([]);
	});

	it('are none if none is added, as in workflows from before', async () => {
		expect(await documentOf(form([rule()]))).not.toHaveProperty('reactions');
	});

	it('fire if any, or no condition holds, and not at all if one is turned off', async () => {
		const given = [asked({ match: 'any' }), asked({ name: 'b', match: 'none', enabled: false })];
		const { reactions } = await documentOf(withReactions(given));
		expect(reactions).toMatchObject([
			{ conditions: { any: [{}, {}] } },
			{ enabled: false, conditions: { not: { any: [{}, {}] } } },
		]);
	});

	it('come after those of the policy to start from, and replace those that have their names', async () => {
		const reactions = [reaction('first', 'One.'), reaction('second', 'Two.')];
		await savePolicy(store, { ...policies.strict, name: 'with-reactions', reactions }, 0);
		const own = [asked(), asked({ name: 'first', text: 'Mine.' })];
		const { reactions: joined } = await documentOf(withReactions(own, { startFrom: 'with-reactions' }));
		expect(joined!.map(({ name, event }) => [name, event.params.text])).toEqual([
			['first', 'Mine.'],
			['second', 'Two.'],
			['asked-for-menu', '{contact} asked for the menu.'],
		]);
	});

	it('name every mistake by its field', async () => {
		const condition = [
			{ fact: 'kind', operator: 'equal', value: 'massage' },
			{ fact: 'group', operator: 'equal', value: '' },
			{ fact: 'byHuman', operator: 'lessThan', value: 'yes' },
		];
		const found = await errorsOf([
			asked({ name: '', conditions: { condition }, text: 'Hi {nobody}.' }),
			asked({ conditions: {} }),
			asked({ text: '', match: 'none', conditions: { condition: condition.slice(1, 2) } }),
		]);
		const mistakes = [
			/^Reaction 1, Name: It is empty/,
			/^Reaction 1, Condition 1 Value: Kind is never "massage"\./,
			/^Reaction 1, Condition 2 Value: It is empty/,
			/^Reaction 1, Condition 3 Operator: By a human supports these operators: "is", "is not"/,
			/^Reaction 1, Text: .*nobody/,
			/^Reaction 2 \(asked-for-menu\), Conditions: Add a condition\.$/,
			/^Reaction 3 \(asked-for-menu\), Name: .*already has the name/,
			/^Reaction 3 \(asked-for-menu\), Condition 1 Value: It is empty/,
			/^Reaction 3 \(asked-for-menu\), Text: It is empty/,
		];
		for (const mistake of mistakes) expect(found).toContainEqual(expect.stringMatching(mistake));
		expect(found).toHaveLength(mistakes.length);
	});

	it('have the operators that fit a fact of an event', () => {
		const namesOf = (fact: string) => operatorChoices(fact, eventFactCatalogue).map(({ value }) => value);
		expect(namesOf('byAgent')).toEqual(['equal', 'notEqual']);
		expect(namesOf('errorCode')).toContain('lessThan');
		expect(namesOf('')).toContain('in');
		expect(namesOf('')).not.toContain('withinHours');
	});
});

describe('more rules, as JSON', () => {
	const inside = (name: string, type = 'hold') => ({
		name,
		conditions: { any: [{ all: [AT_NIGHT, { fact: 'window', operator: 'equal', value: 'closed' }] }] },
		event: { type, params: { reason: 'It is night.' } },
	});
	const json = (rules: unknown, more: Record<string, unknown> = {}) =>
		form([rule()], { rulesJson: JSON.stringify(rules), ...more });

	it('come after those of the form: a list of them, or one', async () => {
		expect(await namesIn(json([inside('one'), inside('two')]))).toEqual(['night', 'one', 'two']);
		expect(await documentOf(json(inside('one')))).toMatchObject({
			rules: [{ name: 'night' }, inside('one')],
		});
	});

	it('go where the new rules go, and replace copied ones of their name', async () => {
		const given = json(inside('one'), { startFrom: 'strict', place: 'after:agent-holds' });
		const names = await namesIn(given);
		expect(names.slice(names.indexOf('agent-holds') + 1).slice(0, 2)).toEqual(['night', 'one']);
		expect(await namesIn(json(inside('quiet-hours'), { startFrom: 'strict' }))).toHaveLength(
			strict.length + 1,
		);
	});

	it.each(['', '[]', ' '])('are none if the field has %p', async (rulesJson) => {
		expect(await namesIn(form([rule()], { rulesJson }))).toEqual(['night']);
	});

	it.each(['7', '["night"]', '[null]'])('are refused if they are no rules: %s', async (rulesJson) => {
		await expect(read(form([], { rulesJson }))).rejects.toThrow(
			'More Rules (JSON) must be one rule or a list of rules, and each rule an object',
		);
		await expect(read(form([], { rulesJson: '[{' }))).rejects.toThrow("More Rules (JSON) isn't valid JSON");
	});

	it('have their mistakes named by their place in the JSON', async () => {
		const given = await read(
			json([inside('one'), { ...inside('two', 'shout'), prio: 1 }, { name: 'three' }]),
		);
		expect(problemsOf(given).map(({ where, message }) => `${where}: ${message}`)).toEqual([
			'More Rules (JSON) 2 (two), event.type: It must be one of "freeform", "template", "hold", "skip", not "shout".',
			`More Rules (JSON) 2 (two): "prio" isn't a field of it. Check the spelling, or remove it.`,
			'More Rules (JSON) 3 (three), conditions: It is missing.',
			'More Rules (JSON) 3 (three), event: It is missing. It must be an object with fields, in braces.',
			'More Rules (JSON) 3 (three), conditions: A condition has the form { fact, operator, value }, { all: [conditions] }, { any: [conditions] }, or { not: condition }.',
		]);
	});
});

describe('a document', () => {
	it('needs no version, as saving counts them', async () => {
		const { version: _, ...document } = policies.platform;
		const given = { definitionInput: 'json', document: JSON.stringify(document) };
		expect(await documentOf(given)).toEqual({ ...policies.platform, version: 1 });
	});

	it('has the mistakes of its form in plain words', async () => {
		const document = {
			rules: [
				{ name: 7, conditions: { all: [{ ...AT_NIGHT, fact: 'localTimes' }] }, event: { type: 'shout' } },
			],
			extends: 'strict',
		};
		const given = { definitionInput: 'json', document: JSON.stringify(document) };
		expect(problemsOf(await read(given)).map(({ where, message }) => `${where}: ${message}`)).toEqual([
			'Policy Name: It is missing. It must be a text.',
			'rules[0].name: It must be a text, not 7.',
			'rules[0].event.type: It must be one of "freeform", "template", "hold", "skip", not "shout".',
			'rules[0].event.params: It is missing. It must be an object with fields, in braces.',
			`the policy: "extends" isn't a field of it. Check the spelling, or remove it.`,
			expect.stringMatching(
				/^rules\[0\]\.conditions\.all\[0\]\.fact: The fact "localTimes" doesn't exist\. Did you mean localTime\?$/,
			),
		]);
	});

	it('has the mistakes of a rule with a name at its number and name', async () => {
		const rules = [{ ...policies.strict.rules[0], conditions: { ...AT_NIGHT, fact: 'localTimes' } }];
		const document = JSON.stringify({ ...policies.strict, rules });
		expect(problemsOf(await read({ definitionInput: 'json', document }))).toMatchObject([
			{ where: 'Rule 1 (opted-out), conditions.fact', path: 'rules[0].conditions.fact' },
		]);
	});

	it('is taken as it is, but for the name of the form', async () => {
		const document = JSON.stringify(policies.platform);
		expect(await documentOf({ definitionInput: 'json', document })).toEqual(policies.platform);
		expect(await documentOf({ definitionInput: 'json', document, policyName: 'mine' })).toEqual({
			...policies.platform,
			name: 'mine',
		});
	});

	it('that is no JSON is refused, and one that is no policy is for the linter', async () => {
		await expect(read({ definitionInput: 'json', document: '{' })).rejects.toThrow(
			/Policy \(JSON\) isn't valid JSON/,
		);
		const given = await read({ definitionInput: 'json', document: '[]', policyName: 'mine' });
		expect(() => refuseErrors(problemsOf(given))).toThrow("The policy wasn't saved.");
	});
});

describe('mistakes', () => {
	const wrong = form(
		[
			rule(),
			rule({
				name: 'night',
				conditions: {
					condition: [
						{ fact: 'window', operator: 'equal', value: 'open' },
						{ fact: 'windowClosesIn', operator: 'lessThan', value: '90' },
						{ fact: 'optedOut', operator: 'withinHours', value: 'yes' },
						{ fact: '', operator: 'equal', value: '' },
					],
				},
				decision: 'shout',
				reason: '',
				retryAt: 'templateReason',
			}),
		],
		{ startFrom: 'strict', place: 'after:agent-holds', policyName: '' },
	);

	it('are named all at once, each with its rule and field', async () => {
		const places = problemsOf(await read(wrong)).map(({ where }) => where);
		expect(new Set(places)).toEqual(
			new Set([
				'Policy Name',
				'Rule 2 (night), Name',
				'Rule 2 (night), Condition 2 Value',
				'Rule 2 (night), Condition 3 Operator',
				'Rule 2 (night), Condition 4 Fact',
				'Rule 2 (night), Then',
				'Rule 2 (night), Reason',
				'Rule 2 (night), Try Again At',
			]),
		);
	});

	it('in a group are named with the group', async () => {
		const condition = [{ fact: 'window', operator: 'equal', value: 'opened' }];
		const group = (match: string) => ({ match, conditions: { condition } });
		const groups = { group: [group('any'), group('none'), { match: 'all' }] };
		const conditionsOf = (match: string) => rule({ name: match, match, groups });
		const given = await read(form([conditionsOf('all'), conditionsOf('none')], {}));
		const places = problemsOf(given).map(({ where }) => where);
		expect(places).toEqual([
			'Rule 1 (all), Group 1, Condition 1 Value',
			'Rule 1 (all), Group 2, Condition 1 Value',
			'Rule 1 (all), Group 3',
			'Rule 2 (none), Group 1, Condition 1 Value',
			'Rule 2 (none), Group 2, Condition 1 Value',
			'Rule 2 (none), Group 3',
		]);
	});

	it('keep a policy from being saved; warnings do not', async () => {
		const problems = problemsOf(await read(wrong));
		expect(() => refuseErrors(problems)).toThrow(
			expect.objectContaining({
				message: "The policy wasn't saved. 8 things to fix",
				list: expect.stringMatching(/^1\. Policy Name: It is empty\.\n2\. Rule 2 \(night\)/) as string,
			}),
		);
		expect(() => refuseErrors([{ ...problems[0]!, severity: 'warning' }])).not.toThrow();
	});
});

describe('the operators that the form offers', () => {
	const namesOf = (fact: string) => operatorChoices(fact, factCatalogue).map(({ value }) => value);

	it('are those that fit the fact', () => {
		expect(namesOf('optedOut')).toEqual(['equal', 'notEqual']);
		expect(namesOf('windowClosesIn')).toContain('lessThan');
		expect(namesOf('messagesSent')).toEqual(['reaches']);
	});

	it.each([
		['localTime', '21:00-08:00', 'withinHours', 'outsideHours'],
		['localDay', 'Saturday, Sunday', 'onDays', 'notOnDays'],
		['localDate', '12-25', 'onDays', 'notOnDays'],
	])('take "is" and "is not" of %s as hours and days are compared', async (fact, value, is, isNot) => {
		expect(namesOf(fact)).toEqual(['equal', 'notEqual', is, isNot]);
		const condition = ['equal', 'notEqual'].map((operator) => ({ fact, operator, value }));
		const { rules } = await documentOf(form([rule({ conditions: { condition } })]));
		expect(rules[0]!.conditions).toMatchObject({
			all: [
				{ operator: is, value },
				{ operator: isNot, value },
			],
		});
	});

	it('are all, each with an example, where the fact is not known yet', () => {
		expect(namesOf('')).toEqual(expect.arrayContaining(['equal', 'in', 'before', 'withinHours', 'reaches']));
		expect(
			operatorChoices('', factCatalogue).every(({ description }) => description?.includes('For example')),
		).toBe(true);
	});
});
