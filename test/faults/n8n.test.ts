import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Store } from '../../engine';
import { openStore } from '../../engine';
import type { OwnDatabase, QueueN8n } from '../../host';
import { createDatabase, freePort, poll, startQueueN8n } from '../../host';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../scripts/main-job/examples';
import { inboxTrigger } from '../n8n/support/inbox';
import { line } from '../n8n/support/workflows';
import type { Killable } from './support/killable';
import { processOf } from './support/killable';
import { seededRandom } from './support/random';
import { killAtRandom, startTraffic } from './support/traffic';

jest.setTimeout(1_200_000);

const ROUNDS = 20;
/** So that n8n keeps up. */
const QUIETLY = { pause: 150, poisonEvery: 200 };
const REDIS = 'redis://127.0.0.1:6379';

/** An execution, as its workflow told of itself. */
interface Told {
	execution: string;
	events: Array<{ id: string; repeat: boolean }>;
}

/** Listens to what executions tell. One with a poisoned event is answered 500, so that it fails. */
async function startListener() {
	const told: Told[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			const one = JSON.parse(body) as Told;
			told.push(one);
			response.statusCode = one.events.some(({ id }) => id.startsWith('message:poison')) ? 500 : 200;
			response.end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { told, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const TELL = `={{ JSON.stringify({
	execution: $execution.id,
	events: $input.all().map(({ json }) => ({ id: json.eventId, repeat: json.repeat === true })),
}) }}`;

const tellTo = (url: string) => ({
	name: 'Tell',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	executeOnce: true,
	parameters: { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody: TELL, options: {} },
});

let database: OwnDatabase;
let sandbox: Sandbox;
let listener: Awaited<ReturnType<typeof startListener>>;
let n8n: QueueN8n;
let receiver: Killable;
let store: Store;
let webhook: string;

beforeAll(async () => {
	database = await createDatabase(process.env.TEST_POSTGRES_URL!);
	sandbox = await startSandbox();
	listener = await startListener();
	const credential = sandboxCredential(sandbox);
	const inbox = inboxTrigger({
		numbers: 'all',
		onFailure: 'repeatInHalves',
		batchSize: 20,
		options: { lease: 5, tries: 2, concurrency: 8 },
	});
	n8n = await startQueueN8n({
		databaseUrl: database.url,
		redisUrl: REDIS,
		packageFolder: join(__dirname, '../..'),
		workflows: [line('tells', [inbox, tellTo(listener.url)])],
		credentials: [{ ...credential, data: { ...credential.data, store: database.url } }],
		publish: true,
	});
	store = await openStore(database.url);
	const port = await freePort();
	const flags = ['receive', '--store', database.url, '--host', '127.0.0.1', '--port', String(port)];
	receiver = processOf('receiver', join(__dirname, '../../cli/main.ts'), flags, {
		BUSINESS_MESSAGING_SIGNING_SECRET: sandbox.signingSecret,
	});
	webhook = `http://127.0.0.1:${port}/webhook`;
	await receiver.start();
	const isSubscribed = async () => ((await store.inbox.stats()).subscriptions.length > 0 ? true : undefined);
	await poll(isSubscribed, { timeoutMs: 60_000, onTimeout: () => 'The workflow does not read the inbox.' });
}, 600_000);

afterAll(async () => {
	await receiver?.kill();
	await n8n?.stop();
	await store?.close();
	listener?.close();
	await sandbox?.close();
	await database?.drop();
}, 120_000);

/** The processes to kill; what stands for one is replaced when it is started again. */
function processesOf({ kill, worker, restartMain, startWorker }: QueueN8n): Killable[] {
	let [main, current] = [{ kill }, worker];
	return [
		{ name: 'main', kill: () => main.kill(), start: async () => void (main = await restartMain()) },
		{ name: 'worker', kill: () => current.kill(), start: async () => void (current = await startWorker()) },
		receiver,
	];
}

const isSettled = async () => {
	const { subscriptions } = await store.inbox.stats();
	return subscriptions.every(({ lag }) => lag === 0) ? true : undefined;
};

it('kill -9 of n8n main, of a worker and of the receiver at random moments under load: all that was answered 200 is in an execution or in the dead letters, and nothing comes twice but what is marked as a repeat', async () => {
	const random = seededRandom();
	const traffic = startTraffic([webhook], sandbox.signingSecret, random, QUIETLY);
	await killAtRandom(processesOf(n8n), { rounds: ROUNDS, longestQuiet: 3_000, random });
	await traffic.stop();
	await poll(isSettled, { timeoutMs: 300_000, onTimeout: () => 'The batches are not settled.' });

	const letters = await store.inbox.deadLetters.list({ subscription: 'tells/tells-0', limit: 100_000 });
	const dead = new Set(letters.map(({ event }) => event.id));
	const seen = new Set(listener.told.flatMap(({ events }) => events.map(({ id }) => id)));
	// An execution that n8n itself runs again is the same one, with the same items.
	const first = new Map<string, Set<string>>();
	for (const { execution, events } of listener.told) {
		for (const { id, repeat } of events) {
			if (!repeat) first.set(id, (first.get(id) ?? new Set()).add(execution));
		}
	}
	const twice = [...first].filter(([, executions]) => executions.size > 1);
	const lost = [...traffic.acknowledged].filter((id) => !seen.has(id) && !dead.has(id));
	const report = { seed: random.seed, acknowledged: traffic.acknowledged.size, dead: dead.size };
	expect({ ...report, lost, twice }).toEqual({ ...report, lost: [], twice: [] });
	expect(seen.size).toBeGreaterThan(ROUNDS);
});
