import type { SimulationResult } from './run-simulation';
import { runSimulation } from './run-simulation';
import { failuresOf, SEEDS } from './seeds';

jest.setTimeout(1_200_000);

/** Seeds that ran: each runs once for all cases, whichever comes first. */
const ran = new Map<number, Promise<SimulationResult>>();
function resultOf(seed: number): Promise<SimulationResult> {
	const result = ran.get(seed) ?? runSimulation(seed);
	ran.set(seed, result);
	return result;
}

describe('processes that crash, stand still, and lose answers', () => {
	it(`keep every promise, whatever the order of their steps (${SEEDS} seeds)`, async () => {
		const failures: string[] = [];
		for (let seed = 1; seed <= SEEDS; seed += 1) failures.push(...failuresOf(await resultOf(seed)));
		expect(failures).toEqual([]);
	});

	it('take the same steps again with the same seed, and others with another one', async () => {
		const [one, again, another] = [await resultOf(7), await runSimulation(7), await resultOf(8)];
		expect(again.trace.hash()).toBe(one.trace.hash());
		expect(another.trace.hash()).not.toBe(one.trace.hash());
	});
});
