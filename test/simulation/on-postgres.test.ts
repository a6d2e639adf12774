import type { PostgresServer } from '../support/postgres/start-postgres';
import { startPostgres } from '../support/postgres/start-postgres';
import { inPostgres } from '../support/stores';
import type { SimulationResult } from './run-simulation';
import { onPostgres, runSimulation } from './run-simulation';
import { failuresOf } from './seeds';

jest.setTimeout(1_200_000);

const POSTGRES_SEEDS = 2;

/** Its own server: the order of equal rows depends on what the server may clean up, and transactions of others hold that back. */
let server: PostgresServer;
beforeAll(async () => {
	server = await startPostgres({ settings: { autovacuum: 'off', fsync: 'off' } });
});
afterAll(() => server.close());

async function runOnPostgres(seed: number): Promise<SimulationResult> {
	const place = inPostgres(server.url);
	try {
		return await runSimulation(seed, { open: onPostgres(place.url) });
	} finally {
		await place.remove();
	}
}

describe('processes that crash, stand still, and lose answers', () => {
	it(`keep every promise on Postgres (${POSTGRES_SEEDS} seeds)`, async () => {
		const failures: string[] = [];
		for (let seed = 1; seed <= POSTGRES_SEEDS; seed += 1) {
			failures.push(...failuresOf(await runOnPostgres(seed), ' --postgres <url>'));
		}
		expect(failures).toEqual([]);
	});
});

it('on Postgres, the same seed takes the same steps again', async () => {
	const [one, again] = [await runOnPostgres(3), await runOnPostgres(3)];
	expect(again.trace.hash()).toBe(one.trace.hash());
});
