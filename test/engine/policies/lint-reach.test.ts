import { lintPolicy, policies } from '../../../engine';
import type { PolicyDocument, PolicyRule } from '../../../engine';

const rule = (name: string, conditions: PolicyRule['conditions']): PolicyRule => ({
	name,
	conditions,
	event: { type: 'hold', params: { reason: 'Held.' } },
});
const policyOf = (...rules: PolicyRule[]): PolicyDocument => ({ name: 'mine', version: 1, rules });
const open = { fact: 'window', operator: 'equal', value: 'open' };
const closed = { fact: 'window', operator: 'equal', value: 'closed' };
const within = (value: number) => ({ fact: 'windowClosesIn', operator: 'lessThanInclusive', value });

it.each(Object.entries(policies))(
	'the shipped policy %s has no gap and no rule that can never fire',
	(_, policy) => {
		expect(lintPolicy(policy)).toEqual([]);
	},
);

it('a policy whose rules cover every situation has no problem', () => {
	expect(lintPolicy(policyOf(rule('open', open), rule('closed', closed)))).toEqual([]);
});

it('a rule that only fits where an earlier one fits can never fire', () => {
	const policy = policyOf(
		rule('open', open),
		rule('soon', { all: [open, within(60_000)] }),
		rule('closed', closed),
	);
	expect(lintPolicy(policy)).toEqual([
		{
			path: 'rules[1]',
			severity: 'warning',
			message: 'The rule "soon" can never fire: whenever it fits, an earlier rule fires first.',
		},
	]);
});

it('the same rule before the wider one fires', () => {
	const policy = policyOf(
		rule('soon', { all: [open, within(60_000)] }),
		rule('open', open),
		rule('closed', closed),
	);
	expect(lintPolicy(policy)).toEqual([]);
});

it('a wider margin behind a narrower one fires in what is left of it', () => {
	const policy = policyOf(rule('narrow', within(60_000)), rule('wide', within(60_001)), rule('rest', open));
	expect(lintPolicy(policy)).toEqual([]);
});

it('a rule whose conditions contradict each other can never fire', () => {
	const policy = policyOf(rule('both', { all: [open, closed] }), rule('open', open), rule('closed', closed));
	expect(lintPolicy(policy)).toMatchObject([
		{ path: 'rules[0]', message: 'The rule "both" can never fire: its conditions contradict each other.' },
	]);
});

it('a situation in which no rule fires is named', () => {
	expect(lintPolicy(policyOf(rule('open', open)))).toMatchObject([
		{ path: 'rules', severity: 'warning', message: expect.stringContaining('when window is "closed"') },
	]);
});

it('conditions under any and not are looked through too', () => {
	const policy = policyOf(rule('either', { any: [open, { not: open }] }), rule('never', closed));
	expect(lintPolicy(policy)).toMatchObject([{ path: 'rules[1]' }]);
});

describe('hours, sends, times and numbers are looked through as well', () => {
	const hours = (value: string, operator = 'withinHours') => ({ fact: 'localTime', operator, value });
	const sends = (value: string) => ({ fact: 'messagesSent', operator: 'reaches', value });
	const rest = rule('rest', { any: [open, closed] });

	it.each<[string, PolicyRule['conditions'], PolicyRule['conditions']]>([
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
		expect(lintPolicy(policyOf(rule('wide', wide), rule('narrow', narrow), rest))).toMatchObject([
			{ path: 'rules[1]', message: expect.stringContaining('an earlier rule fires first') as string },
		]);
		expect(lintPolicy(policyOf(rule('narrow', narrow), rule('wide', wide), rest))).toEqual([]);
	});

	it.each<[string, PolicyRule['conditions'], PolicyRule['conditions']]>([
		['hours that overlap', hours('21:00-08:00'), hours('07:00-09:00')],
		['hours that touch', hours('21:00-08:00'), hours('08:00-09:00')],
		['a higher cap of a longer time', sends('2 per 24 h'), sends('5 per 7 d')],
	])('%s fires in what is left', (_, first, second) => {
		expect(lintPolicy(policyOf(rule('first', first), rule('second', second), rest))).toEqual([]);
	});

	it('within hours and outside of them cover everything, and a rule behind them can never fire', () => {
		const both = [hours('09:00-18:00'), hours('09:00-18:00', 'outsideHours')];
		const policy = policyOf(rule('day', both[0]!), rule('night', both[1]!), rest);
		expect(lintPolicy(policy)).toMatchObject([{ path: 'rules[2]' }]);
	});

	it('hours alone leave a gap', () => {
		expect(lintPolicy(policyOf(rule('night', hours('21:00-08:00'))))).toMatchObject([
			{ path: 'rules', message: expect.stringMatching(/when localTime is "\d\d:\d\d"/) as string },
		]);
	});
});

describe('rules that are turned off count for nothing', () => {
	it('they hide no rule behind them', () => {
		const policy = policyOf({ ...rule('all', { any: [open, closed] }), enabled: false }, rule('open', open));
		expect(lintPolicy(policy)).toMatchObject([
			{ path: 'rules', message: expect.stringContaining('closed') as string },
		]);
	});

	it('they cover nothing', () => {
		const policy = policyOf(rule('open', open), { ...rule('closed', closed), enabled: false });
		expect(lintPolicy(policy)).toMatchObject([{ path: 'rules' }]);
	});

	it('a problem behind them keeps its place in the document', () => {
		const off = { ...rule('off', open), enabled: false };
		const policy = policyOf(off, rule('all', { any: [open, closed] }), rule('never', open));
		expect(lintPolicy(policy)).toMatchObject([{ path: 'rules[2]' }]);
	});
});

it('by priority an earlier rule of the document can stand behind a later one', () => {
	const policy = policyOf(
		{ ...rule('narrow', open), priority: 1 },
		{ ...rule('all', { any: [open, closed] }), priority: 2 },
	);
	expect(lintPolicy(policy)).toMatchObject([
		{ path: 'rules[0]', message: expect.stringContaining('"narrow"') as string },
	]);
});

it('a policy that asks too much to look at everything is looked at in part: it names no rule as one that never fires', () => {
	const facts = [
		'windowClosesIn',
		'newCustomers',
		'windowClosesAt',
		'templatePauseEndsAt',
		'newCustomersFreeAt',
	];
	const many = facts.flatMap((fact) =>
		Array.from({ length: 12 }, (_, each) =>
			rule(`${fact}-${each}`, { fact, operator: 'equal', value: (each + 1) * 1_000 }),
		),
	);
	const problems = lintPolicy(policyOf(...many));
	expect(problems).toMatchObject([
		{ path: 'rules', message: expect.stringContaining('No rule fires') as string },
	]);
});
