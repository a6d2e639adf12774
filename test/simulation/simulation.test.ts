import { inPostgres } from '../support/stores';
import { PLANTS } from './plants';
import { reportOn } from './report';
import type { Plant, SimulationResult } from './run-simulation';
import { onPostgres, runSimulation } from './run-simulation';

jest.setTimeout(1_200_000);

const SEEDS = 25;
const POSTGRES_SEEDS = 2;

/** Problems and how to see them again; nothing if there are none. */
const failuresOf = (result: SimulationResult, options?: string) =>
	result.problems.length === 0 ? [] : [reportOn(result, options)];

describe('processes that crash, stand still, and lose answers', () => {
	it(`keep every promise, whatever the order of their steps (${SEEDS} seeds)`, async () => {
		const failures: string[] = [];
		for (let seed = 1; seed <= SEEDS; seed += 1) failures.push(...failuresOf(await runSimulation(seed)));
		expect(failures).toEqual([]);
	});

	it('take the same steps again with the same seed, and others with another one', async () => {
		const [one, again, another] = [await runSimulation(7), await runSimulation(7), await runSimulation(8)];
		expect(again.trace.hash()).toBe(one.trace.hash());
		expect(another.trace.hash()).not.toBe(one.trace.hash());
	});

	it(`keep every promise on Postgres (${POSTGRES_SEEDS} seeds)`, async () => {
		const failures: string[] = [];
		for (let seed = 1; seed <= POSTGRES_SEEDS; seed += 1) {
			const place = inPostgres();
			const result = await runSimulation(seed, { open: onPostgres(place.url) });
			failures.push(...failuresOf(result, ' --postgres <url>'));
			await place.remove();
		}
		expect(failures).toEqual([]);
	});
});

it('on Postgres, the same seed takes the same steps again', async () => {
	const hashes: string[] = [];
	while (hashes.length < 2) {
		const place = inPostgres();
		hashes.push((await runSimulation(3, { open: onPostgres(place.url) })).trace.hash());
		await place.remove();
	}
	expect(hashes[0]).toBe(hashes[1]);
});

/** A seed that finds each bug, of the first 200. If a change of the simulation moves them, look for others. */
const FOUND_BY: Readonly<Record<string, number>> = {
	'a batch is claimed without comparing the cursor with what was read': 2,
	'a message is noted after its call instead of before': 2,
	'an event is marked outside of the transaction that it changes the state in': 4,
	'a batch is settled before its run has ended': 3,
	'a failure is told only if the message was not delivered before': 1,
	'a lost answer counts as a refusal': 26,
	'a message counts as never called, whatever its journal says': 42,
	'a message counts as called, whatever its journal says': 9,
	'a cap is looked at only when a message is decided': 8,
	'a number gives the same slots to everyone': 12,
	'each message of a burst lets it wait for as long as it may': 12,
	'a burst is not marked when it is handed out again': 3,
};

describe('a bug that is planted is found', () => {
	it.each(PLANTS.map((plant): [string, Plant] => [plant.name, plant]))('%s', async (name, plant) => {
		const seed = FOUND_BY[name]!;
		expect(failuresOf(await runSimulation(seed))).toEqual([]);
		expect((await runSimulation(seed, { plant })).problems).not.toEqual([]);
	});
});
