import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../store';
import { freePort } from '../../tools/n8n/free-port';
import type { PostgresServer } from '../support/postgres/start-postgres';
import { startPostgres } from '../support/postgres/start-postgres';
import type { Handed } from './support/flaky-reader';
import type { Killable } from './support/killable';
import { processOf } from './support/killable';
import { seededRandom } from './support/seeded-random';
import { receiverOn, webhookOn } from './support/receiver-process';
import { killAtRandom, startTraffic } from './support/traffic';

jest.setTimeout(180_000);

const ROUNDS = 20;
const SECRET = 'secret';

let folder: string;
let postgres: PostgresServer | undefined;
let ours: Killable[] = [];
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'inbox-faults-'));
});
afterEach(async () => {
	for (const one of ours) await one.kill();
	await postgres?.close();
	postgres = undefined;
	rmSync(folder, { recursive: true, force: true });
});

const readerInto = (file: string, store: string) =>
	processOf(`reader into ${file}`, join(__dirname, 'support/flaky-reader.ts'), [store, file]);

const handedOut = (file: string) =>
	(existsSync(file) ? readFileSync(file, 'utf8') : '')
		.split('\n')
		.filter((line) => line.endsWith('}'))
		.map((line) => JSON.parse(line) as Handed);

/** Waits until the subscription has settled everything, and returns the dead letters. */
async function settled(url: string): Promise<Set<string>> {
	const store = await openStore(url);
	for (;;) {
		const { subscriptions } = await store.inbox.stats();
		if (subscriptions.every(({ lag }) => lag === 0)) break;
		await wait(100);
	}
	const letters = await store.inbox.deadLetters.list({ subscription: 's', limit: 100_000 });
	await store.close();
	return new Set(letters.map(({ event }) => event.id));
}

it.each([
	['Postgres, which is killed too', true],
	['SQLite', false],
])(
	'two receivers and two readers are killed at random moments under load, on %s: every event that was answered with 200 is in a finished batch or in the dead letters, and only marked repeats arrive twice',
	async (_, onPostgres) => {
		const random = seededRandom();
		if (onPostgres) postgres = await startPostgres();
		const url = postgres?.url ?? `sqlite:${join(folder, 'store.db')}`;
		const files = [join(folder, 'first.log'), join(folder, 'second.log')];
		const ports = [await freePort(), await freePort()];
		ours = [
			...ports.map((port) => receiverOn(port, url, SECRET)),
			...files.map((file) => readerInto(file, url)),
		];
		const killables = postgres ? [...ours, { name: 'Postgres', ...postgres }] : ours;
		for (const one of ours) await one.start();

		const traffic = startTraffic(ports.map(webhookOn), SECRET, random);
		await killAtRandom(killables, { rounds: ROUNDS, longestQuiet: 400, random });
		await traffic.stop();
		const dead = await settled(url);
		for (const one of ours) await one.kill();

		const batches = files.flatMap(handedOut);
		const times = new Map<string, number>();
		for (const { ids, repeat } of batches) {
			if (!repeat) for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
		}
		const seen = new Set(batches.flatMap(({ ids }) => ids));
		const lost = [...traffic.acknowledged].filter((id) => !seen.has(id));
		const twice = [...times].filter(([, count]) => count > 1);
		const poisoned = [...traffic.acknowledged].filter((id) => id.startsWith('message:poison'));
		const report = { seed: random.seed, acknowledged: traffic.acknowledged.size, dead: dead.size };
		expect({ ...report, lost, twice }).toEqual({ ...report, lost: [], twice: [] });
		expect(traffic.acknowledged.size).toBeGreaterThan(ROUNDS);
		expect([...dead].filter((id) => !id.startsWith('message:poison'))).toEqual([]);
		expect(poisoned.filter((id) => !dead.has(id))).toEqual([]);
		expect([...seen].filter((id) => !traffic.sent.has(id))).toEqual([]);
	},
);
