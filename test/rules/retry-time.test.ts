import type { Conditions } from '../../rules';
import { problemsOfRetryTime, retryTimeOf, toProblem } from '../../rules';
import { AT_NOON, DAY, HOUR, library, NOON } from './support/library';

const IN_AN_HOUR = new Date(NOON + HOUR).toISOString();

describe('retryAt names a time, or what ends by itself in the rule’s own conditions', () => {
	const problemsOf = (retryAt: string, conditions: Conditions) =>
		problemsOfRetryTime(retryAt, conditions, ['retryAt'], library).map(toProblem);

	it.each([
		['openingTime', 'withinHours', '21:00-08:00', 'openingTime'],
		['openingTime', 'outsideHours', '21:00-08:00', 'openingTime'],
		['loans', 'reaches', '2 per 24 h', 'loans'],
		['now', 'before', IN_AN_HOUR, 'now'],
		['shelf', 'equal', 'open', 'dueAt'],
	])('%s %s: %s, %s', (fact, operator, value, retryAt) => {
		expect(problemsOf(retryAt, { fact, operator, value })).toEqual([]);
	});

	it.each([
		['shelf', 'equal', 'open', 'openingTime'],
		['shelf', 'equal', 'open', 'shelf'],
		['loans', 'reaches', '2 per 24 h', 'openingTime'],
		['now', 'after', IN_AN_HOUR, 'now'],
		['dueAt', 'before', IN_AN_HOUR, 'now'],
		['shelf', 'equal', 'open', 'later'],
	])('%s %s: not %s, %s', (fact, operator, value, retryAt) => {
		expect(problemsOf(retryAt, { fact, operator, value })).toMatchObject([
			{ path: 'retryAt', severity: 'error', message: expect.stringContaining('dueAt') as string },
		]);
	});

	it('not what stands under not: it ends when it begins to hold', () => {
		const hours = { fact: 'openingTime', operator: 'withinHours', value: '09:00-18:00' };
		expect(problemsOf('openingTime', { all: [hours] })).toEqual([]);
		expect(problemsOf('openingTime', { not: hours })).toHaveLength(1);
	});
});

describe('when to ask again', () => {
	const retryAt = (fact: string, conditions: Conditions, facts: object = {}) =>
		retryTimeOf(fact, conditions, library)({ ...AT_NOON, ...facts });
	const lent = (value: string) => ({ fact: 'loans', operator: 'reaches', value });
	const before = (hours: number) => ({ fact: 'now', operator: 'before', value: NOON + hours * HOUR });
	const onShelf = { fact: 'shelf', operator: 'equal', value: 'open' };

	it('a time is when it is, and none when it is not known', () => {
		expect(retryAt('dueAt', onShelf, { dueAt: NOON + HOUR })).toBe(NOON + HOUR);
		expect(retryAt('dueAt', onShelf, { dueAt: 0 })).toBeUndefined();
	});

	it('hours end when they do where it is asked', () => {
		const hours = { fact: 'openingTime', operator: 'withinHours', value: '09:00-18:00' };
		expect(retryAt('openingTime', hours)).toBe(NOON + 6 * HOUR);
		const inTwoZones = { timeZones: 'Etc/UTC, America/New_York', openingTime: '07:00, 12:00' };
		expect(retryAt('openingTime', hours, inTwoZones)).toBe(NOON + 11 * HOUR);
		expect(retryAt('openingTime', hours, { timeZones: 'unknown', openingTime: 'unknown' })).toBeUndefined();
	});

	it('a cap ends when enough occurrences are older than its period', () => {
		expect(retryAt('loans', lent('2 per 24 h'), { loans: [HOUR, 2 * HOUR] })).toBe(NOON + 22 * HOUR);
		expect(retryAt('loans', lent('2 per 24 h'), { loans: [HOUR, 2 * HOUR, 3 * HOUR] })).toBe(
			NOON + 22 * HOUR,
		);
		expect(retryAt('loans', lent('1 per 24 h'), { loans: [DAY - 1] })).toBe(NOON + 1);
	});

	it('a condition that does not hold has no end to wait for', () => {
		const either = { any: [lent('1 per 1 h'), lent('1 per 24 h')] };
		expect(retryAt('loans', either, { loans: [2 * HOUR] })).toBe(NOON + 22 * HOUR);
		expect(retryAt('loans', either, { loans: [DAY] })).toBeUndefined();
	});

	it('of several that hold, the last to end', () => {
		expect(retryAt('now', { any: [before(-1), before(1), before(2)] })).toBe(NOON + 2 * HOUR);
	});
});
