import { systemRuntime } from '../../base';
import type { Store } from '../../engine';
import { createEngine, tryPolicy } from '../../engine';
import { openStore } from '../../store';
import { NOW } from '../support/engine-scene';

const runtime = { ...systemRuntime, now: () => NOW };

let store: Store;
beforeEach(async () => {
	store = await openStore('sqlite::memory:', { runtime });
});
afterEach(() => store.close());

it('an engine lives in the time of its store', async () => {
	expect(await createEngine({ store }).now()).toBe(NOW);
	expect(createEngine({ store }).runtime.now()).toBe(NOW);
});

it('unless it is given a runtime of its own, or a clock', async () => {
	const later = { ...systemRuntime, now: () => NOW + 1 };
	expect(await createEngine({ store, runtime: later }).now()).toBe(NOW + 1);
	expect(await createEngine({ store, now: () => NOW + 2 }).now()).toBe(NOW + 2);
	expect(createEngine({ store, now: () => NOW + 2 }).runtime.now()).toBe(NOW + 2);
});

it('an engine with another policy lives in the same time', async () => {
	const engine = createEngine({ store, now: () => NOW + 2 });
	const { document: policy } = await store.policies.save(
		{ name: 'mine', version: 1, rules: [holdBefore(NOW + 1)] },
		NOW,
	);
	expect((await engine.withPolicy(policy).decide({ channel: '1', to: '4915' })).rule).toBe('no-rule-fired');
});

it('a policy is tried at the time that is given', async () => {
	const policy = { name: 'mine', version: 1, rules: [holdBefore(NOW + 1)] };
	expect((await tryPolicy(policy, {}, { runtime })).rule).toBe('before');
	expect((await tryPolicy(policy, {}, { runtime: { now: () => NOW + 1 } })).rule).toBe('no-rule-fired');
});

function holdBefore(time: number) {
	return {
		name: 'before',
		conditions: { fact: 'now', operator: 'before', value: time },
		event: { type: 'hold' as const, params: { reason: 'Not yet.' } },
	};
}
