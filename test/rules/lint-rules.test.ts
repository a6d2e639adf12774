import { problemsOfRules, toProblem } from '../../rules';
import { library, rule } from './support/library';

const problemsOf = (...rules: unknown[]) =>
	problemsOfRules({ rules }, { field: 'rules', catalogue: library, problemsOfParams: () => [] }).map(
		toProblem,
	);

const first = rule('first', { fact: 'shelf', operator: 'equal', value: 'open' });
const second = { ...first, name: 'second' };

it('rules of different names, without a priority, have no problem', () => {
	expect(problemsOf(first, second)).toEqual([]);
});

it('mistakes of a rule that is turned off are named too', () => {
	const conditions = { fact: 'shelve', operator: 'equal', value: 1 };
	expect(problemsOf({ ...first, enabled: false, conditions })).toMatchObject([
		{
			path: 'rules[0].conditions.fact',
			message: expect.stringContaining('"shelve" doesn\'t exist') as string,
		},
	]);
});

it('two rules of one name are a mistake of the second', () => {
	expect(problemsOf(first, first)).toMatchObject([{ path: 'rules[1].name', severity: 'error' }]);
});

it('different priorities of all rules are none', () => {
	expect(problemsOf({ ...first, priority: 1 }, { ...second, priority: 2 })).toEqual([]);
});

it('equal priorities are a mistake, and so is a priority for some rules only', () => {
	expect(problemsOf({ ...first, priority: 2 }, { ...second, priority: 2 })).toMatchObject([
		{
			path: 'rules[1].priority',
			severity: 'error',
			message: expect.stringMatching(/"first" and "second"/) as string,
		},
	]);
	expect(problemsOf({ ...first, priority: 2 }, second)).toMatchObject([
		{ path: 'rules[1].priority', severity: 'error' },
	]);
});

it('each rule is looked at, whatever is wrong beside it', () => {
	const wrong = { ...second, conditions: { all: [] } };
	expect(problemsOf(7, first, wrong, null)).toMatchObject([{ path: 'rules[2].conditions' }]);
	for (const document of [undefined, null, [], { rules: 7 }])
		expect(
			problemsOfRules(document, { field: 'rules', catalogue: library, problemsOfParams: () => [] }),
		).toEqual([]);
});
