import type { Conditions, Implication, Rule } from '../../rules';
import { problemsOfReach, together, toProblem } from '../../rules';
import { library, rule } from './support/library';

const IMPLICATIONS: readonly Implication[] = [];
const problemsOf = (rules: Rule[], implications = IMPLICATIONS) =>
	problemsOfReach(rules, { catalogue: library, implications, whenNoneFires: 'the book stays here' }).map(
		toProblem,
	);

const listOf = (...rules: Rule[]) => rules;
const open = { fact: 'shelf', operator: 'equal', value: 'open' };
const closed = { fact: 'shelf', operator: 'in', value: ['closed', 'none'] };
const within = (value: number) => ({ fact: 'overdueFor', operator: 'lessThanInclusive', value });

it('a list whose rules cover every situation has no problem', () => {
	expect(problemsOf(listOf(rule('open', open), rule('closed', closed)))).toEqual([]);
});

it('a rule that only fits where an earlier one fits can never fire', () => {
	const rules = listOf(
		rule('open', open),
		rule('soon', { all: [open, within(60_000)] }),
		rule('closed', closed),
	);
	expect(problemsOf(rules)).toEqual([
		{
			path: 'rules[1]',
			severity: 'warning',
			message:
				'The rule "soon" can never fire: whenever its conditions hold, an earlier rule fires first (open).',
		},
	]);
});

it('the rules that fire before one that never can are named, up to three', () => {
	const within = (...values: string[]) => ({ fact: 'shelf', operator: 'in', value: values });
	const any = rule('any', within('open', 'closed', 'none'));
	const messageOf = (...rules: Rule[]) => problemsOf(rules).map(({ message }) => message);
	expect(messageOf(rule('open', open), rule('closed', closed), any)).toEqual([
		expect.stringMatching(/first \(open or closed\)\.$/),
	]);
	const soon = rule('soon', {
		all: [open, { fact: 'overdueFor', operator: 'lessThanInclusive', value: 60_000 }],
	});
	const each = [rule('closed', within('closed')), rule('none', within('none'))];
	expect(messageOf(soon, rule('open', open), ...each, any)).toEqual([
		expect.stringMatching(/first \(soon, open, closed, or another\)\.$/),
	]);
});

it('the same rule before the wider one fires', () => {
	const rules = listOf(
		rule('soon', { all: [open, within(60_000)] }),
		rule('open', open),
		rule('closed', closed),
	);
	expect(problemsOf(rules)).toEqual([]);
});

it('a wider margin behind a narrower one fires in what is left of it', () => {
	const rules = listOf(
		rule('narrow', within(60_000)),
		rule('wide', within(60_001)),
		rule('rest', { any: [open, closed] }),
	);
	expect(problemsOf(rules)).toEqual([]);
});

it('a rule whose conditions contradict each other can never fire', () => {
	const rules = listOf(rule('both', { all: [open, closed] }), rule('open', open), rule('closed', closed));
	expect(problemsOf(rules)).toMatchObject([
		{ path: 'rules[0]', message: 'The rule "both" can never fire: its conditions contradict each other.' },
	]);
});

it('a situation in which no rule fires is named', () => {
	expect(problemsOf(listOf(rule('open', open)))).toMatchObject([
		{ path: 'rules', severity: 'warning', message: expect.stringContaining('when shelf is "closed"') },
	]);
});

it('conditions under any and not are looked through too', () => {
	const rules = listOf(rule('either', { any: [open, { not: open }] }), rule('never', closed));
	expect(problemsOf(rules)).toMatchObject([{ path: 'rules[1]' }]);
});

describe('hours, sends, times and numbers are looked through as well', () => {
	const hours = (value: string, operator = 'withinHours') => ({ fact: 'openingTime', operator, value });
	const sends = (value: string) => ({ fact: 'loans', operator: 'reaches', value });
	const rest = rule('rest', { any: [open, closed] });

	it.each<[string, Conditions, Conditions]>([
		['hours within hours', hours('21:00-08:00'), hours('22:00-07:00')],
		['hours before midnight within those across it', hours('21:00-08:00'), hours('21:00-23:00')],
		['a higher cap of the same time', sends('2 per 24 h'), sends('3 per 24 h')],
		['the same cap of a shorter time', sends('2 per 24 h'), sends('2 per 12 h')],
		['a shorter duration, however written', within(60_000), { ...within(0), value: '30 s' }],
		[
			'an earlier time',
			{ fact: 'now', operator: 'before', value: '2026-03-02T00:00:00Z' },
			{ fact: 'now', operator: 'before', value: '2026-03-01T00:00:00Z' },
		],
	])('%s behind the wider can never fire, and before it can', (_, wide, narrow) => {
		expect(problemsOf(listOf(rule('wide', wide), rule('narrow', narrow), rest))).toMatchObject([
			{ path: 'rules[1]', message: expect.stringContaining('an earlier rule fires first') as string },
		]);
		expect(problemsOf(listOf(rule('narrow', narrow), rule('wide', wide), rest))).toEqual([]);
	});

	it.each<[string, Conditions, Conditions]>([
		['hours that overlap', hours('21:00-08:00'), hours('07:00-09:00')],
		['hours that touch', hours('21:00-08:00'), hours('08:00-09:00')],
		['a higher cap of a longer time', sends('2 per 24 h'), sends('5 per 7 d')],
	])('%s fires in what is left', (_, first, second) => {
		expect(problemsOf(listOf(rule('first', first), rule('second', second), rest))).toEqual([]);
	});

	it('within hours and outside of them cover everything, and a rule behind them can never fire', () => {
		const both = [hours('09:00-18:00'), hours('09:00-18:00', 'outsideHours')];
		const rules = listOf(rule('day', both[0]!), rule('night', both[1]!), rest);
		expect(problemsOf(rules)).toMatchObject([{ path: 'rules[2]' }]);
	});

	it('hours alone leave a gap', () => {
		expect(problemsOf(listOf(rule('night', hours('21:00-08:00'))))).toMatchObject([
			{ path: 'rules', message: expect.stringMatching(/when openingTime is "\d\d:\d\d"/) as string },
		]);
	});
});

describe('rules that are turned off count for nothing', () => {
	it('they hide no rule behind them', () => {
		const rules = listOf({ ...rule('all', { any: [open, closed] }), enabled: false }, rule('open', open));
		expect(problemsOf(rules)).toMatchObject([
			{ path: 'rules', message: expect.stringContaining('closed') as string },
		]);
	});

	it('they cover nothing', () => {
		const rules = listOf(rule('open', open), { ...rule('closed', closed), enabled: false });
		expect(problemsOf(rules)).toMatchObject([{ path: 'rules' }]);
	});

	it('a problem behind them keeps its place in the document', () => {
		const off = { ...rule('off', open), enabled: false };
		const rules = listOf(off, rule('all', { any: [open, closed] }), rule('never', open));
		expect(problemsOf(rules)).toMatchObject([{ path: 'rules[2]' }]);
	});
});

it('by priority an earlier rule of the list can stand behind a later one', () => {
	const rules = listOf(
		{ ...rule('narrow', open), priority: 1 },
		{ ...rule('all', { any: [open, closed] }), priority: 2 },
	);
	expect(problemsOf(rules)).toMatchObject([
		{ path: 'rules[0]', message: expect.stringContaining('"narrow"') as string },
	]);
});

it('a list that asks too much to look at everything is looked at in part: it names no rule as one that never fires', () => {
	const facts = ['overdueFor', 'copies', 'reservations', 'dueAt', 'now'];
	const many = facts.flatMap((fact) =>
		Array.from({ length: 12 }, (_, each) =>
			rule(`${fact}-${each}`, { fact, operator: 'equal', value: (each + 1) * 1_000 }),
		),
	);
	const problems = problemsOf(listOf(...many));
	expect(problems).toMatchObject([
		{ path: 'rules', message: expect.stringContaining('no rule fires') as string },
	]);
});

describe('a situation that does not occur', () => {
	const isIn = { fact: 'copies', is: (copies: unknown) => (copies as number) > 0 };
	const isOnShelf = { fact: 'shelf', is: (shelf: unknown) => shelf === 'open' };
	const noCopies = { fact: 'copies', operator: 'equal', value: 0 };
	const onShelf = rule('on the shelf', open);
	const out = rule('out', noCopies);
	const copiesOnNoShelf = rule('astray', { all: [closed, { not: noCopies }] });

	it('counts for nothing: no rule is missing for it', () => {
		expect(problemsOf([onShelf, out])).toMatchObject([{ path: 'rules' }]);
		expect(problemsOf([onShelf, out], together(isIn, isOnShelf))).toEqual([]);
	});

	it('makes a rule for it one that never fires', () => {
		expect(problemsOf([copiesOnNoShelf, onShelf, out])).toEqual([]);
		expect(problemsOf([copiesOnNoShelf, onShelf, out], together(isIn, isOnShelf))).toMatchObject([
			{ path: 'rules[0]', message: expect.stringContaining('contradict each other') as string },
		]);
	});

	it('is excluded in one direction only if the implication says no more', () => {
		expect(problemsOf([onShelf, out], [{ when: isOnShelf, then: isIn }])).toMatchObject([{ path: 'rules' }]);
		expect(problemsOf([onShelf, out], [{ when: isIn, then: isOnShelf }])).toEqual([]);
	});
});
