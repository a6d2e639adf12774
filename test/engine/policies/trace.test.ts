import type { Conditions, PolicyDocument } from '../../../engine';
import { definePolicy, policies } from '../../../engine';
import { rulesInOrder } from '../../../rules';
import { INTENT, listed, NOW, openEngineScene } from '../../support/engine-scene';
import { customerMessage, HOUR, preference } from '../../support/wire';

const RULES = rulesInOrder(policies.strict.rules);

const holdIf = (conditions: Conditions) => ({
	name: 'mine',
	version: 1,
	rules: [{ name: 'first', conditions, event: { type: 'hold', params: { reason: 'First.' } } }],
});

const open = { fact: 'window', operator: 'equal', value: 'open' };
const closed = { fact: 'window', operator: 'equal', value: 'closed' };
const agent = { fact: 'holder', operator: 'equal', value: 'agent' };
const freeform = { fact: 'hasFreeform', operator: 'equal', value: true };

async function decide(policy: PolicyDocument, trace = true) {
	const scene = await openEngineScene(policy);
	const decision = await scene.engine.decide(INTENT, { trace });
	await scene.close();
	return decision;
}

describe('the trace names, for every rule before the one that fired, its first condition that failed', () => {
	it('with the values compared', async () => {
		const scene = await openEngineScene();
		await scene.engine.record(listed('APPROVED'));
		const { rule, trace } = await scene.engine.decide(INTENT, { trace: true });
		await scene.close();
		expect(rule).toBe('template');
		expect(trace?.map((step) => step.rule)).toEqual(RULES.map(({ name }) => name).slice(0, -1));
		expect(trace?.slice(0, 2)).toEqual([
			{ rule: 'opted-out', fact: 'optedOut', operator: 'equal', expected: true, actual: false },
			{ rule: 'agent-holds', fact: 'window', operator: 'equal', expected: 'open', actual: 'closed' },
		]);
	});

	it('of two conditions, the second where the first held', async () => {
		const scene = await openEngineScene();
		await scene.receive(customerMessage({ at: NOW - HOUR }));
		const { trace } = await scene.engine.decide(INTENT, { trace: true });
		await scene.close();
		expect(trace).toMatchObject([
			{ rule: 'opted-out' },
			{ rule: 'agent-holds', fact: 'holder', expected: ['agent', 'other'], actual: 'business' },
		]);
	});

	it.each<[string, Conditions, fact: string, actual: unknown]>([
		['a single condition', agent, 'holder', 'business'],
		['the first of all that failed', { all: [closed, agent, open] }, 'holder', 'business'],
		['the first of any', { any: [agent, open] }, 'holder', 'business'],
		['any inside all', { all: [closed, { any: [open, agent] }] }, 'window', 'closed'],
		['all inside any', { any: [{ all: [freeform, agent] }, open] }, 'holder', 'business'],
		['the condition under not that held', { not: closed }, 'window', 'closed'],
		['not over all', { not: { all: [freeform, closed] } }, 'hasFreeform', true],
		['not inside all', { all: [freeform, { not: closed }] }, 'window', 'closed'],
		['not over not', { not: { not: agent } }, 'holder', 'business'],
	])('%s', async (_, conditions, fact, actual) => {
		const { rule, action, trace } = await decide(definePolicy(holdIf(conditions)));
		expect({ rule, action }).toEqual({ rule: 'no-rule-fired', action: 'hold' });
		expect(trace).toMatchObject([{ rule: 'first', fact, actual }]);
	});

	it('there is none unless it is asked for, and none before the first rule', async () => {
		expect(await decide(policies.strict, false)).not.toHaveProperty('trace');
		expect((await decide(definePolicy(holdIf(closed)))).trace).toEqual([]);
	});
});

it('512 decisions side by side are all right', async () => {
	const scene = await openEngineScene();
	await scene.engine.record(listed('APPROVED', { category: 'MARKETING' }));
	const customers = Array.from({ length: 512 }, (_, each) => ({ to: `4915${1_000 + each}`, kind: each % 3 }));
	for (const { to, kind } of customers) {
		if (kind === 0) await scene.receive(customerMessage({ at: NOW - HOUR, from: to }));
		if (kind === 1) await scene.receive(preference({ at: NOW, value: 'stop', contact: to }));
	}
	const decisions = await Promise.all(
		customers.map(({ to }) => scene.engine.decide({ ...INTENT, to }, { trace: true })),
	);
	expect(decisions.map(({ rule }) => rule)).toEqual(
		customers.map(({ kind }) => ['window-open', 'opted-out', 'template'][kind]),
	);
	expect(decisions.map(({ trace }) => trace?.length)).toEqual(
		customers.map(({ kind }) => [2, 0, RULES.length - 1][kind]),
	);
	await scene.close();
});
