import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresServer } from '../support/postgres/start-postgres';
import { startPostgres } from '../support/postgres/start-postgres';
import { recordReliability } from '../../tools/docs/record-reliability';
import { roundsOr } from './support/rounds';
import { seededRandom } from '../support/seeded-random';
import type { InboxLoad } from './support/inbox-load';
import { inboxLoad } from './support/inbox-load';
import { killAtRandom } from './support/traffic';

jest.setTimeout(600_000);

const ROUNDS = roundsOr(20);

let folder: string;
let postgres: PostgresServer | undefined;
let load: InboxLoad | undefined;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'inbox-faults-'));
});
afterEach(async () => {
	for (const one of load?.processes ?? []) await one.kill();
	await postgres?.close();
	postgres = undefined;
	rmSync(folder, { recursive: true, force: true });
});

it.each([
	['Postgres, which is killed too', true],
	['SQLite', false],
])(
	'two receivers and two readers are killed at random moments under load, on %s: every event that was answered with 200 is in a finished batch or in the dead letters, and only marked repeats arrive twice',
	async (name, onPostgres) => {
		const random = seededRandom();
		if (onPostgres) postgres = await startPostgres();
		const url = postgres?.url ?? `sqlite:${join(folder, 'store.db')}`;
		load = await inboxLoad({ url, folder, random });
		await load.start();
		const killables = [...load.processes, ...(postgres ? [{ name: 'Postgres', ...postgres }] : [])];
		await killAtRandom(killables, { rounds: ROUNDS, longestQuiet: 400, random });
		const result = await load.end();

		recordReliability({
			id: `inbox-killed-${onPostgres ? 'postgres' : 'sqlite'}`,
			group: 'faults',
			promise: `Every event that was answered with 200 is handed out, and twice only if it is marked as a repeat, when receivers and readers are killed on ${name}.`,
			suite: 'test/faults/inbox.test.ts',
			command: 'npm run test:faults -- inbox',
			rounds: ROUNDS,
			of: 'kills',
			tried: `${result.acknowledged} events`,
			lost: result.lost.length,
			twice: result.twice.length,
			figures: { 'dead letters': result.dead },
		});
		expect({ seed: random.seed, ...result }).toMatchObject({ lost: [], twice: [], wrong: [] });
		expect(result.acknowledged).toBeGreaterThan(ROUNDS);
	},
);
