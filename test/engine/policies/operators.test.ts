import type { PolicyDocument } from '../../../engine';
import { factCatalogue, lintPolicy, operatorCatalogue, policies, tryPolicy } from '../../../engine';
import { operatorsOf } from '../../../rules';

const holdIf = (fact: string, operator: string, value: unknown, retryAt?: string): PolicyDocument => ({
	name: 'mine',
	version: 1,
	rules: [
		{
			name: 'first',
			conditions: { fact, operator, value },
			event: { type: 'hold', params: { reason: 'First.', ...(retryAt && { retryAt }) } },
		},
	],
});

const fires = async (fact: string, operator: string, value: unknown, actual: unknown) =>
	(await tryPolicy(holdIf(fact, operator, value), { [fact]: actual })).rule === 'first';

const AT = '2026-03-01T12:00:00Z';
const TIME = Date.parse(AT);

describe('each operator holds, holds at its edge, and does not beyond it', () => {
	it.each<[string, string, unknown, actual: unknown, boolean]>([
		['templatePauseEndsAt', 'before', AT, TIME - 1, true],
		['templatePauseEndsAt', 'before', AT, TIME, false],
		['templatePauseEndsAt', 'before', TIME, TIME - 1, true],
		['templatePauseEndsAt', 'before', '2026-03-01T13:00:00+01:00', TIME - 1, true],
		['templatePauseEndsAt', 'before', '2026-03-01T13:00+01:00', TIME, false],
		['templatePauseEndsAt', 'before', AT, 0, false],
		['templatePauseEndsAt', 'after', AT, TIME + 1, true],
		['templatePauseEndsAt', 'after', AT, TIME, false],
		['templatePauseEndsAt', 'after', AT, 0, false],
		['templatePauseEndsAt', 'after', AT, AT, false],
		['windowClosesIn', 'lessThanInclusive', '90 s', 90_000, true],
		['windowClosesIn', 'lessThanInclusive', '90 s', 90_001, false],
		['windowClosesIn', 'lessThanInclusive', 90_000, '90 s', true],
		['windowClosesIn', 'lessThan', '1.5 min', 89_999, true],
		['windowClosesIn', 'lessThan', '1.5 min', 90_000, false],
		['windowClosesIn', 'greaterThan', '2 h', '2 h', false],
		['windowClosesIn', 'greaterThanInclusive', '1 d', '24 h', true],
		['windowClosesIn', 'equal', '60 s', '1 min', true],
		['windowClosesIn', 'notEqual', '60 s', 60_000, false],
		['newCustomers', 'greaterThanInclusive', 250, 250, true],
		['newCustomers', 'greaterThanInclusive', 250, 249, false],
		['localTime', 'withinHours', '21:00-08:00', '21:00', true],
		['localTime', 'withinHours', '21:00-08:00', '20:59', false],
		['localTime', 'withinHours', '21:00-08:00', '07:59', true],
		['localTime', 'withinHours', '21:00 – 8:00', '08:00', false],
		['localTime', 'withinHours', '12:00-14:00', '13:59', true],
		['localTime', 'withinHours', '12:00-14:00', '14:00', false],
		['localTime', 'withinHours', '12:00-14:00', '05:00, 13:00', true],
		['localTime', 'withinHours', '12:00-14:00', 'unknown', true],
		['localTime', 'outsideHours', '09:00-18:00', '09:00', false],
		['localTime', 'outsideHours', '09:00-18:00', '18:00', true],
		['localTime', 'outsideHours', '09:00-18:00', '12:00, 18:00', true],
		['localTime', 'outsideHours', '09:00-18:00', 'unknown', true],
		['messagesSent', 'reaches', '2 per 24 h', ['1 h', '23 h'], true],
		['messagesSent', 'reaches', '2 per 24 h', ['1 h', '24 h'], false],
		['messagesSent', 'reaches', '1 per 24 h', [], false],
	])('%s %s %j: %j → %s', async (fact, operator, value, actual, expected) => {
		expect(await fires(fact, operator, value, actual)).toBe(expected);
	});
});

describe('a value that does not fit is named with its path, and what it looks like', () => {
	const AT_VALUE = 'rules[0].conditions.value';

	it.each<[string, string, unknown, message: RegExp]>([
		['windowClosesIn', 'lessThan', '5 minutes', /"5 min"/],
		['windowClosesIn', 'lessThan', '-5 min', /duration/],
		['windowClosesIn', 'lessThan', -1, /duration/],
		['windowClosesIn', 'lessThan', Infinity, /duration/],
		['templatePauseEndsAt', 'before', '2026-01-01', /with its zone/],
		['templatePauseEndsAt', 'before', '2026-01-01T12:00:00', /with its zone/],
		['templatePauseEndsAt', 'before', '2026-13-01T12:00:00Z', /with its zone/],
		['templatePauseEndsAt', 'after', 'tomorrow', /with its zone/],
		['localTime', 'withinHours', '21-8', /"21:00-08:00"/],
		['localTime', 'withinHours', '21:60-08:00', /hours/],
		['localTime', 'withinHours', '25:00-08:00', /hours/],
		['localTime', 'withinHours', '08:00-08:00', /hours/],
		['localTime', 'withinHours', '00:00-24:00', /hours/],
		['localTime', 'outsideHours', 9, /hours/],
		['messagesSent', 'reaches', '2', /"2 per 24 h"/],
		['messagesSent', 'reaches', '0 per 24 h', /a count and a period/],
		['messagesSent', 'reaches', '2 per day', /a count and a period/],
		['messagesSent', 'reaches', '2 per 0 s', /a count and a period/],
		['newCustomers', 'greaterThan', '250', /a number, not with "250"/],
		['newCustomers', 'greaterThan', NaN, /number/],
		['window', 'equal', 'opened', /never "opened".*open, closed/],
		['category', 'in', ['MARKETING', 'marketing'], /never "marketing"/],
		['category', 'in', [], /list/],
	])('%s %s %j', (fact, operator, value, message) => {
		expect(lintPolicy(holdIf(fact, operator, value))).toEqual([
			{ path: AT_VALUE, severity: 'error', message: expect.stringMatching(message) as string },
		]);
	});

	it.each([
		['localTime', 'equal', '08:00'],
		['messagesSent', 'greaterThan', 2],
		['window', 'before', AT],
		['optedOut', 'in', [true]],
		['newCustomers', 'toString', 1],
	])('%s has no operator %s', (fact, operator, value) => {
		expect(lintPolicy(holdIf(fact, operator, value))).toMatchObject([
			{
				path: 'rules[0].conditions.operator',
				message: expect.stringContaining('its operators are') as string,
			},
		]);
	});
});

describe('retryAt names a time, or what ends by itself in the rule’s own conditions', () => {
	it.each([
		['localTime', 'withinHours', '21:00-08:00', 'localTime'],
		['localTime', 'outsideHours', '21:00-08:00', 'localTime'],
		['messagesSent', 'reaches', '2 per 24 h', 'messagesSent'],
		['now', 'before', AT, 'now'],
		['window', 'equal', 'open', 'windowClosesAt'],
	])('%s %s: %s, %s', (fact, operator, value, retryAt) => {
		const errors = lintPolicy(holdIf(fact, operator, value, retryAt)).filter(
			({ severity }) => severity === 'error',
		);
		expect(errors).toEqual([]);
	});

	it.each([
		['window', 'equal', 'open', 'localTime'],
		['messagesSent', 'reaches', '2 per 24 h', 'templatesSent'],
		['now', 'after', AT, 'now'],
		['templatePauseEndsAt', 'before', AT, 'now'],
	])('%s %s: not %s, %s', (fact, operator, value, retryAt) => {
		expect(lintPolicy(holdIf(fact, operator, value, retryAt))).toMatchObject([
			{ path: 'rules[0].event.params.retryAt', severity: 'error' },
		]);
	});

	it('not what stands under not: it ends when it begins to hold', () => {
		const [rule] = holdIf('localTime', 'withinHours', '09:00-18:00', 'localTime').rules;
		const rules = [{ ...rule!, conditions: { not: rule!.conditions } }];
		expect(lintPolicy({ name: 'mine', version: 1, rules })).toMatchObject([
			{ path: 'rules[0].event.params.retryAt' },
		]);
	});

	it('a condition that does not hold has no end to wait for', async () => {
		const [rule] = holdIf('messagesSent', 'reaches', '1 per 24 h', 'messagesSent').rules;
		const notNow = { fact: 'messagesSent', operator: 'reaches', value: '1 per 1 h' };
		const policy = {
			name: 'mine',
			version: 1,
			rules: [{ ...rule!, conditions: { any: [notNow, rule!.conditions] } }],
		};
		const { retryAt } = await tryPolicy(policy, { now: TIME, messagesSent: ['2 h'] });
		expect(retryAt).toBe(TIME + 22 * 3_600_000);
	});

	it('of several that hold, the last to end', async () => {
		const [rule] = holdIf('now', 'before', '2026-03-01T13:00:00Z', 'now').rules;
		const later = { fact: 'now', operator: 'before', value: '2026-03-01T14:00:00Z' };
		const over = { fact: 'now', operator: 'before', value: '2026-03-01T11:00:00Z' };
		const rules = [{ ...rule!, conditions: { any: [over, rule!.conditions, later] } }];
		const policy = { name: 'mine', version: 1, rules };
		expect((await tryPolicy(policy, { now: TIME })).retryAt).toBe(TIME + 2 * 3_600_000);
	});
});

describe('rules that are turned off, and priorities', () => {
	const [first] = holdIf('window', 'in', ['open', 'closed']).rules;
	const skip = { ...first!, name: 'second', event: { type: 'skip' as const, params: { reason: 'Second.' } } };
	const policyOf = (...rules: PolicyDocument['rules']) => ({ name: 'mine', version: 1, rules });
	const ruleOf = async (policy: PolicyDocument) => (await tryPolicy(policy, {})).rule;

	it('a rule that is turned off never fires', async () => {
		expect(await ruleOf(policyOf({ ...first!, enabled: false }, skip))).toBe('second');
		expect(await ruleOf(policyOf({ ...first!, enabled: true }, skip))).toBe('first');
	});

	it('with every rule turned off each message is held', async () => {
		const off = policyOf({ ...first!, enabled: false });
		expect(await tryPolicy(off, {})).toMatchObject({ action: 'hold', rule: 'no-rule-fired' });
		expect(lintPolicy(off)).toMatchObject([
			{ severity: 'warning', message: expect.stringContaining('held') as string },
		]);
	});

	it('mistakes of a rule that is turned off are named too', () => {
		const off = policyOf({
			...first!,
			enabled: false,
			conditions: { fact: 'x', operator: 'equal', value: 1 },
		});
		expect(lintPolicy(off)).toMatchObject([{ path: 'rules[0].conditions.fact' }]);
	});

	it('the higher priority goes first, whatever the order', async () => {
		expect(await ruleOf(policyOf({ ...first!, priority: 1 }, { ...skip, priority: 2 }))).toBe('second');
		expect(await ruleOf(policyOf({ ...first!, priority: 3 }, { ...skip, priority: 2 }))).toBe('first');
	});

	it('equal priorities are a mistake, and so is a priority for some rules only', () => {
		expect(lintPolicy(policyOf({ ...first!, priority: 2 }, { ...skip, priority: 2 }))).toMatchObject([
			{
				path: 'rules[1].priority',
				severity: 'error',
				message: expect.stringMatching(/"first" and "second"/) as string,
			},
		]);
		expect(lintPolicy(policyOf({ ...first!, priority: 2 }, skip))).toMatchObject([
			{ path: 'rules[1].priority', severity: 'error' },
		]);
		expect(lintPolicy(policyOf({ ...first!, priority: 0 }))).toMatchObject([{ path: 'rules[0].priority' }]);
	});
});

it('every fact has an operator, and every operator’s example can be read by the types it fits', () => {
	for (const { type } of Object.values(factCatalogue)) expect(operatorsOf(type)).not.toEqual([]);
	for (const { label, description, example } of Object.values(operatorCatalogue))
		for (const text of [label, description, example]) expect(text).toMatch(/./);
});

it('the optional rules of the shipped policies are turned off, and have no problem when they are on', () => {
	for (const policy of Object.values(policies)) {
		const optional = policy.rules.filter(({ enabled }) => enabled === false).map(({ name }) => name);
		expect(optional).toEqual(['quiet-hours', 'frequency-cap', 'new-customers-cap']);
		const rules = policy.rules.map((rule) => ({ ...rule, enabled: true }));
		expect(lintPolicy({ ...policy, rules })).toEqual([]);
	}
});
