import type { Engine, Store } from '../../engine';
import { createEngine } from '../../engine';
import { openStore } from '../../store';
import { INTENT, NOW } from '../support/engine-scene';
import { CHANNEL, DAY } from '../support/wire';

let store: Store;
let engine: Engine;
beforeEach(async () => {
	store = await openStore('sqlite::memory:');
	const old = { scope: CHANNEL, subject: 'ada', rank: 1, id: 'e', at: NOW - 401 * DAY };
	await store.apply({ registers: [{ ...old, name: 'window', value: 'open' }] });
	engine = createEngine({ store, now: () => NOW });
});
afterEach(() => store.close());

const isKept = async () => (await store.readRegister(CHANNEL, 'ada', 'window')) !== undefined;

/** Resolves when it is gone; the test's time limit is the only other end. */
async function untilForgotten(): Promise<void> {
	while (await isKept()) await store.runtime.turn();
}

/** Resolves when the store was looked through, and a while after. */
async function untilForgetting(): Promise<void> {
	while ((await store.retention.read()).forgottenAt === undefined) await store.runtime.turn();
	for (let turn = 0; turn < 50; turn += 1) await store.runtime.turn();
}

describe('what is old is forgotten beside', () => {
	it.each<[string, () => Promise<unknown>]>([
		['taking deliveries in', () => engine.ingest([])],
		['deciding for a campaign', () => engine.decideAll([INTENT])],
		[
			'recording a single send',
			() => {
				const outcome = { kind: 'sent', channel: CHANNEL, to: 'bea', messageId: 'wamid.1' } as const;
				return engine.recordSend('key', { outcome, kept: {} }, NOW);
			},
		],
	])('%s', async (_, act) => {
		await act();
		await untilForgotten();
	});

	it.each([
		['ahead of', 500 * DAY],
		['behind', -500 * DAY],
	])("only by both clocks, if an engine's clock is %s the store's", async (_, ahead) => {
		const now = Date.now() + ahead;
		const event = { scope: CHANNEL, subject: 'bea', rank: 1, id: 'e', name: 'window', value: 'open' };
		await store.apply({ registers: [{ ...event, at: Math.min(now, Date.now()) - 399 * DAY }] });
		await createEngine({ store, now: () => now }).ingest([]);
		await untilForgetting();
		expect(await store.readRegister(CHANNEL, 'bea', 'window')).toBeDefined();
	});

	it('nothing that only reads', async () => {
		await engine.decide(INTENT);
		await engine.conversation({ channel: CHANNEL, to: 'ada' });
		for (let turn = 0; turn < 50; turn += 1) await store.runtime.turn();
		expect(await isKept()).toBe(true);
	});
});
