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
