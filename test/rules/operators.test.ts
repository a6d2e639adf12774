import { firstRule, operatorCatalogue, operatorsOf, readFact, toProblem } from '../../rules';
import { problemsOfConditions } from '../../rules/lint-conditions';
import { AT_NOON, library, rule } from './support/library';

const fires = async (fact: string, operator: string, value: unknown, actual: unknown) => {
	const known = readFact(library[fact as keyof typeof library], actual);
	const asked = firstRule([rule('first', { fact, operator, value })], library);
	return (await asked.ask({ ...AT_NOON, [fact]: known })).rule !== undefined;
};

const problemsOf = (fact: string, operator: string, value: unknown) =>
	problemsOfConditions({ fact, operator, value }, ['conditions'], library).map(toProblem);

const AT = '2026-03-01T12:00:00Z';
const TIME = Date.parse(AT);

describe('each operator holds, holds at its edge, and does not beyond it', () => {
	it.each<[string, string, unknown, actual: unknown, boolean]>([
		['dueAt', 'before', AT, TIME - 1, true],
		['dueAt', 'before', AT, TIME, false],
		['dueAt', 'before', TIME, TIME - 1, true],
		['dueAt', 'before', '2026-03-01T13:00:00+01:00', TIME - 1, true],
		['dueAt', 'before', '2026-03-01T13:00+01:00', TIME, false],
		['dueAt', 'before', AT, 0, false],
		['dueAt', 'after', AT, TIME + 1, true],
		['dueAt', 'after', AT, TIME, false],
		['dueAt', 'after', AT, 0, false],
		['dueAt', 'after', AT, AT, false],
		['overdueFor', 'lessThanInclusive', '90 s', 90_000, true],
		['overdueFor', 'lessThanInclusive', '90 s', 90_001, false],
		['overdueFor', 'lessThanInclusive', 90_000, '90 s', true],
		['overdueFor', 'lessThan', '1.5 min', 89_999, true],
		['overdueFor', 'lessThan', '1.5 min', 90_000, false],
		['overdueFor', 'greaterThan', '2 h', '2 h', false],
		['overdueFor', 'greaterThanInclusive', '1 d', '24 h', true],
		['overdueFor', 'equal', '60 s', '1 min', true],
		['overdueFor', 'notEqual', '60 s', 60_000, false],
		['copies', 'greaterThanInclusive', 250, 250, true],
		['copies', 'greaterThanInclusive', 250, 249, false],
		['openingTime', 'withinHours', '21:00-08:00', '21:00', true],
		['openingTime', 'withinHours', '21:00-08:00', '20:59', false],
		['openingTime', 'withinHours', '21:00-08:00', '07:59', true],
		['openingTime', 'withinHours', '21:00 – 8:00', '08:00', false],
		['openingTime', 'withinHours', '12:00-14:00', '13:59', true],
		['openingTime', 'withinHours', '12:00-14:00', '14:00', false],
		['openingTime', 'withinHours', '12:00-14:00', '05:00, 13:00', true],
		['openingTime', 'withinHours', '12:00-14:00', 'unknown', true],
		['openingTime', 'outsideHours', '09:00-18:00', '09:00', false],
		['openingTime', 'outsideHours', '09:00-18:00', '18:00', true],
		['openingTime', 'outsideHours', '09:00-18:00', '12:00, 18:00', true],
		['openingTime', 'outsideHours', '09:00-18:00', 'unknown', true],
		['openingDay', 'onDays', 'Saturday, Sunday', 'Sunday', true],
		['openingDay', 'onDays', 'saturday,sunday', 'Saturday, Sunday', true],
		['openingDay', 'onDays', 'Saturday', 'Saturday, Sunday', true],
		['openingDay', 'onDays', 'Saturday, Sunday', 'Monday', false],
		['openingDay', 'onDays', 'Saturday', 'unknown', true],
		['openingDay', 'notOnDays', 'Saturday, Sunday', 'Friday', true],
		['openingDay', 'notOnDays', 'Saturday', 'Saturday, Sunday', true],
		['openingDay', 'notOnDays', 'Saturday, Sunday', 'Saturday, Sunday', false],
		['openingDay', 'notOnDays', 'Saturday', 'unknown', true],
		['openingDate', 'onDays', '2026-12-24, 12-25', '2026-12-24', true],
		['openingDate', 'onDays', '2026-12-24, 12-25', '2027-12-24', false],
		['openingDate', 'onDays', '2026-12-24, 12-25', '2027-12-25', true],
		['openingDate', 'onDays', '12-25', '2026-12-24, 2026-12-25', true],
		['openingDate', 'notOnDays', '12-25', '2026-12-25', false],
		['openingDate', 'notOnDays', '12-25', '2026-12-26', true],
		['loans', 'reaches', '2 per 24 h', ['1 h', '23 h'], true],
		['loans', 'reaches', '2 per 24 h', ['1 h', '24 h'], false],
		['loans', 'reaches', '1 per 24 h', [], false],
	])('%s %s %j: %j → %s', async (fact, operator, value, actual, expected) => {
		expect(await fires(fact, operator, value, actual)).toBe(expected);
	});
});

describe('a value that does not fit is named with its path, and what it looks like', () => {
	const AT_VALUE = 'conditions.value';

	it.each<[string, string, unknown, message: RegExp]>([
		['overdueFor', 'lessThan', '5 months', /"5 min"/],
		['overdueFor', 'lessThan', '-5 min', /duration/],
		['overdueFor', 'lessThan', -1, /duration/],
		['overdueFor', 'lessThan', Infinity, /duration/],
		['dueAt', 'before', '2026-01-01', /with its zone/],
		['dueAt', 'before', '2026-01-01T12:00:00', /with its zone/],
		['dueAt', 'before', '2026-13-01T12:00:00Z', /with its zone/],
		['dueAt', 'after', 'tomorrow', /with its zone/],
		['openingTime', 'withinHours', '21', /"21:00-08:00"/],
		['openingTime', 'withinHours', '21:60-08:00', /hours/],
		['openingTime', 'withinHours', '25:00-08:00', /hours/],
		['openingTime', 'withinHours', '08:00-08:00', /hours/],
		['openingTime', 'withinHours', '00:00-24:00', /hours/],
		['openingTime', 'outsideHours', 9, /hours/],
		['openingDay', 'onDays', 'Samstag', /"Saturday, Sunday"/],
		['openingDay', 'onDays', 'Saturday,', /days of the week/],
		['openingDay', 'onDays', '2026-12-24', /days of the week/],
		['openingDay', 'onDays', ['Saturday'], /days of the week/],
		['openingDate', 'onDays', 'Saturday', /"2026-12-24"/],
		['openingDate', 'onDays', '2026-02-29', /dates/],
		['openingDate', 'onDays', '02-30', /dates/],
		['openingDate', 'notOnDays', '24.12.2026', /dates/],
		['openingDate', 'notOnDays', '', /dates/],
		['loans', 'reaches', '2', /"2 per 24 h"/],
		['loans', 'reaches', '0 per 24 h', /a count and a period/],
		['loans', 'reaches', '2 per month', /a count and a period/],
		['loans', 'reaches', '2 per 0 s', /a count and a period/],
		['copies', 'greaterThan', '250', /a number, not "250"/],
		['copies', 'greaterThan', NaN, /number/],
		['shelf', 'equal', 'opened', /never "opened"\. Did you mean open\? It is one of: open, /],
		['shelf', 'equal', 'ajar', /never "ajar"\. It is one of: open, closed, none\.$/],
		['isReserved', 'equal', 'no', /true or false\), not "no"\. Write false, without quotes\.$/],
		['isReserved', 'equal', 'perhaps', /true or false\), not "perhaps"\.$/],
		['openingDay', 'onDays', 'Saturday, Wendesday', /Did you mean Wednesday\?$/],
		['member', 'in', ['adult', 'Adult'], /never "Adult"/],
		['member', 'in', [], /list/],
	])('%s %s %j', (fact, operator, value, message) => {
		expect(problemsOf(fact, operator, value)).toEqual([
			{ path: AT_VALUE, severity: 'error', message: expect.stringMatching(message) as string },
		]);
	});

	it.each([
		['openingTime', 'equal', '08:00'],
		['loans', 'greaterThan', 2],
		['shelf', 'before', AT],
		['isReserved', 'in', [true]],
		['copies', 'toString', 1],
	])('%s has no operator %s', (fact, operator, value) => {
		expect(problemsOf(fact, operator, value)).toMatchObject([
			{
				path: 'conditions.operator',
				message: expect.stringMatching(/supports (?:these operators: .*, |only the operator ")/) as string,
			},
		]);
	});
});

it('every fact has an operator, and every operator’s example can be read by the types it fits', () => {
	for (const { type } of Object.values(library)) expect(operatorsOf(type)).not.toEqual([]);
	for (const { label, description, example } of Object.values(operatorCatalogue))
		for (const text of [label, description, example]) expect(text).toMatch(/./);
});
