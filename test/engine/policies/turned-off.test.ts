import type { PolicyDocument } from '../../../engine';
import { factCatalogue, lintPolicy, policies, tryPolicy } from '../../../engine';
import { operatorsOf } from '../../../rules';

const first: PolicyDocument['rules'][number] = {
	name: 'first',
	conditions: { fact: 'window', operator: 'in', value: ['open', 'closed'] },
	event: { type: 'hold', params: { reason: 'First.' } },
};
const skip = { ...first, name: 'second', event: { type: 'skip' as const, params: { reason: 'Second.' } } };
const policyOf = (...rules: PolicyDocument['rules']) => ({ name: 'mine', version: 1, rules });
const ruleOf = async (policy: PolicyDocument) => (await tryPolicy(policy, {})).rule;

it('a rule that is turned off never fires', async () => {
	expect(await ruleOf(policyOf({ ...first, enabled: false }, skip))).toBe('second');
	expect(await ruleOf(policyOf({ ...first, enabled: true }, skip))).toBe('first');
});

it('with every rule turned off each message is held', async () => {
	const off = policyOf({ ...first, enabled: false });
	expect(await tryPolicy(off, {})).toMatchObject({ action: 'hold', rule: 'no-rule-fired' });
	expect(lintPolicy(off)).toMatchObject([
		{ severity: 'warning', message: 'Every rule is turned off, so the message is held.' },
	]);
});

it('the higher priority goes first, whatever the order', async () => {
	expect(await ruleOf(policyOf({ ...first, priority: 1 }, { ...skip, priority: 2 }))).toBe('second');
	expect(await ruleOf(policyOf({ ...first, priority: 3 }, { ...skip, priority: 2 }))).toBe('first');
	expect(lintPolicy(policyOf({ ...first, priority: 0 }))).toMatchObject([{ path: 'rules[0].priority' }]);
});

it('every fact of a message has an operator', () => {
	for (const { type } of Object.values(factCatalogue)) expect(operatorsOf(type)).not.toEqual([]);
});

it('the optional rules of the shipped policies are turned off, and have no problem when they are on', () => {
	for (const policy of Object.values(policies)) {
		const optional = policy.rules.filter(({ enabled }) => enabled === false).map(({ name }) => name);
		expect(optional).toEqual([
			'human-active',
			'loop-guard',
			'free-only',
			'window-closing',
			'quiet-hours',
			'frequency-cap',
			'new-customers-cap',
			'spend-cap',
			'spend-cap-of-month',
			'campaign-budget',
		]);
		const rules = policy.rules.map((rule) => ({ ...rule, enabled: true }));
		expect(lintPolicy({ ...policy, rules })).toEqual([]);
	}
});
