import { problemsOfReach, problemsOfRules, toProblem } from '../../rules';
import type { Conditions } from '../../rules';
import { library, rule } from './support/library';

const problemsOf = (rules: unknown[]) =>
	problemsOfRules({ rules }, { field: 'rules', catalogue: library, problemsOfParams: () => [] }).map(
		toProblem,
	);

const open = { fact: 'shelf', operator: 'equal', value: 'open' };
const titled = (count: number): Conditions => ({
	fact: 'title',
	operator: 'in',
	value: Array.from({ length: count }, (_, index) => `Book ${index}`),
});
const rules = (count: number) => Array.from({ length: count }, (_, index) => rule(`rule ${index}`, open));
const nested = (levels: number): Conditions => {
	let conditions: Conditions = open;
	for (let level = 1; level < levels; level += 1) conditions = { not: conditions };
	return conditions;
};

it('300 rules can be checked, 301 and 20,000 are too many', () => {
	expect(problemsOf(rules(300))).toEqual([]);
	const tooMany = {
		path: 'rules',
		severity: 'error',
		message: 'There are more than 300 rules. Combine rules that decide alike into one with any.',
	};
	expect(problemsOf(rules(301))).toEqual([tooMany]);
	expect(problemsOf(rules(20_000))).toEqual([tooMany]);
});

it('facts can be compared with 500 values, not with more', () => {
	expect(problemsOf([rule('a', titled(499)), rule('b', open)])).toEqual([]);
	const tooMany = [{ path: 'rules', message: expect.stringContaining('more than 500 values') as string }];
	expect(problemsOf([rule('a', titled(500)), rule('b', open)])).toMatchObject(tooMany);
	expect(problemsOf([rule('a', { all: Array<Conditions>(501).fill(open) })])).toMatchObject(tooMany);
	expect(problemsOf([rule('a', { any: Array<Conditions>(1_000_000).fill(open) })])).toMatchObject(tooMany);
});

it('conditions can be nested 20 levels deep, not deeper', () => {
	expect(problemsOf([rule('a', nested(20))])).toEqual([]);
	const tooDeep = [{ path: 'rules[1].conditions', message: expect.stringContaining('20 levels') as string }];
	expect(problemsOf([rule('a', open), rule('b', nested(21))])).toMatchObject(tooDeep);
	expect(problemsOf([rule('a', open), rule('b', nested(100_000))])).toMatchObject(tooDeep);
});

describe('a cap', () => {
	const lent = (cap: string) => ({ fact: 'loans', operator: 'reaches', value: cap });

	it('can be 1,000 times, not more', () => {
		expect(problemsOf([rule('a', lent('1000 per 7 d'))])).toEqual([]);
		expect(problemsOf([rule('a', lent('1001 per 7 d')), rule('b', lent('1000000 per 24 h'))])).toEqual([
			{
				path: 'rules[0].conditions.value',
				severity: 'error',
				message: 'A cap can be 1,000 times at most, not 1001.',
			},
			{
				path: 'rules[1].conditions.value',
				severity: 'error',
				message: 'A cap can be 1,000 times at most, not 1000000.',
			},
		]);
	});

	it('of the greatest size is still looked at with all others', () => {
		const caps = Array.from({ length: 30 }, (_, index) => rule(`${index}`, lent(`${1_000 - index} per 7 d`)));
		const reach = { catalogue: library, implications: [], whenNoneFires: 'the book stays here' };
		const problems = problemsOfReach([...caps, rule('rest', { not: lent('971 per 7 d') })], reach);
		expect(problems).toEqual([]);
		expect(problemsOfReach([...caps].reverse(), reach)).toHaveLength(30);
	});
});
