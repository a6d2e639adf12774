import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore, signPayload } from '../../engine';
import { freePort } from '../../host/free-port';
import { profiles } from '../../platform';
import type { PostgresServer } from '../support/postgres/start-postgres';
import { startPostgres } from '../support/postgres/start-postgres';
import { customerMessage } from '../support/wire';
import type { Handed } from './support/flaky-reader';
import type { Killable } from './support/killable';
import { processOf } from './support/killable';
import { seededRandom } from './support/random';

jest.setTimeout(180_000);

const ROUNDS = 20;
const SECRET = 'secret';
/** Customers that write at the same time. */
const WRITERS = 16;
const LONGEST_QUIET = 400;

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

const receiverOn = (port: number, store: string) =>
	processOf(
		`receiver on ${port}`,
		join(__dirname, '../../cli/main.ts'),
		['receive', '--store', store, '--host', '127.0.0.1', '--port', String(port)],
		{ BUSINESS_MESSAGING_SIGNING_SECRET: SECRET },
	);

const readerInto = (file: string, store: string) =>
	processOf(`reader into ${file}`, join(__dirname, 'support/flaky-reader.ts'), [store, file]);

/** Sends messages as the gateway does, each again until it is answered 200. Every fiftieth is poisoned. */
function startTraffic(ports: number[], random: ReturnType<typeof seededRandom>) {
	const acknowledged = new Set<string>();
	const sent = new Set<string>();
	let isOver = false;

	async function post(body: string): Promise<number | undefined> {
		try {
			const answer = await fetch(`http://127.0.0.1:${random.pick(ports)}/webhook`, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					[profiles.gateway.signatureHeader]: signPayload(body, SECRET),
				},
				body,
				signal: AbortSignal.timeout(10_000),
			});
			await answer.text();
			return answer.status;
		} catch {
			return undefined;
		}
	}

	/** Whether a delivery was taken. No answer, or 503, means that it comes again. */
	async function isTaken(body: string): Promise<boolean> {
		const status = await post(body);
		if (status === 200) return true;
		if (status !== undefined && status !== 503) throw new Error(`The receiver answered ${status}.`);
		return false;
	}

	async function writer(number: number): Promise<void> {
		for (let each = 0; !isOver; each += 1) {
			const id = `${each % 50 === 49 ? 'poison' : 'm'}-${number}-${each}`;
			const body = JSON.stringify(customerMessage({ at: Date.now(), id, from: `customer${number}` }));
			sent.add(`message:${id}`);
			while (!(await isTaken(body))) await wait(50);
			acknowledged.add(`message:${id}`);
			// The platform delivers some a second time.
			if (random.upTo(1) < 0.05) await isTaken(body);
		}
	}

	const writers = Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
	return {
		acknowledged,
		sent,
		async stop() {
			isOver = true;
			await writers;
		},
	};
}

/** Kills one of them at a random moment, and starts it again after another; so many times. */
async function killAtRandom(killables: Killable[], random: ReturnType<typeof seededRandom>): Promise<void> {
	for (let round = 0; round < ROUNDS; round += 1) {
		const victim = random.pick(killables);
		await wait(random.upTo(LONGEST_QUIET));
		await victim.kill();
		await wait(random.upTo(LONGEST_QUIET));
		await victim.start();
	}
}

const handedOut = (file: string) =>
	(existsSync(file) ? readFileSync(file, 'utf8') : '')
		.split('\n')
		.filter((line) => line.endsWith('}'))
		.map((line) => JSON.parse(line) as Handed);

/** Waits until the subscription has settled all; gives the dead letters. */
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
	['Postgres, where the server is killed too', true],
	['SQLite', false],
])(
	'kill -9 of two receivers and two readers at random moments under load, on %s: all that was answered 200 is in a finished batch or in the dead letters, and nothing comes twice but what is marked as a repeat',
	async (_, onPostgres) => {
		const random = seededRandom();
		if (onPostgres) postgres = await startPostgres();
		const url = postgres?.url ?? `sqlite:${join(folder, 'store.db')}`;
		const files = [join(folder, 'first.log'), join(folder, 'second.log')];
		const ports = [await freePort(), await freePort()];
		ours = [...ports.map((port) => receiverOn(port, url)), ...files.map((file) => readerInto(file, url))];
		const killables = postgres ? [...ours, { name: 'Postgres', ...postgres }] : ours;
		for (const one of ours) await one.start();

		const traffic = startTraffic(ports, random);
		await killAtRandom(killables, random);
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
