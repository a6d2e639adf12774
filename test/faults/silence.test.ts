import { recordReliability } from '../../tools/docs/record-reliability';
import type { OwnDatabase, QueueN8n } from '../../tools/n8n';
import { createDatabase, poll, startQueueN8n } from '../../tools/n8n';
import type { Store } from '../../engine';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { openStore } from '../../store';
import { sandboxCredential } from '../../tools/main-job/examples';
import { line, trigger } from '../n8n/support/workflows';
import { seededRandom } from '../support/seeded-random';
import type { Killable } from './support/killable';
import { mainProcess } from './support/main-process';
import { startReportListener } from './support/report-listener';
import { roundsOr } from './support/rounds';
import { summarize } from './support/summary';
import { killAtRandom, startTraffic } from './support/traffic';

jest.setTimeout(1_800_000);

const ROUNDS = roundsOr(20);
const REDIS = 'redis://127.0.0.1:6379';
const TRIGGER = 'silence/silence-0';

let database: OwnDatabase;
let sandbox: Sandbox;
let store: Store;
let n8n: QueueN8n;
let listener: Awaited<ReturnType<typeof startReportListener>>;

const REPORT = `={{ JSON.stringify({
	n8n: 'n8n',
	execution: $execution.id,
	events: $json.messages.map(({ eventId: id }) => ({ id, repeat: false })),
}) }}`;

const report = (url: string) => ({
	name: 'Report',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: REPORT,
		options: {},
	},
});

beforeAll(async () => {
	database = await createDatabase(process.env.TEST_POSTGRES_URL!);
	sandbox = await startSandbox();
	listener = await startReportListener();
	store = await openStore(database.url);
	const credential = sandboxCredential(sandbox);
	n8n = await startQueueN8n({
		databaseUrl: database.url,
		redisUrl: REDIS,
		workflows: [
			line('silence', [
				trigger('silence-hook', { waitForSilence: true, silence: 2, atMost: 6 }),
				report(listener.url),
			]),
		],
		credentials: [{ ...credential, data: { ...credential.data, store: database.url } }],
		publish: true,
	});
}, 600_000);

afterAll(async () => {
	await n8n?.stop();
	await store?.close();
	await listener?.close();
	await sandbox?.close();
	await database?.drop();
}, 120_000);

/** The process that receives deliveries. A restart replaces it. */
function webhookOf({ webhook, startWebhook }: QueueN8n): Killable {
	let current = webhook;
	return {
		name: 'webhook',
		kill: () => current.kill(),
		start: async () => void (current = await startWebhook()),
	};
}

it("n8n's main and webhook processes are killed at random moments while customers write in bursts: every message that the trigger answered with 200 is in exactly one execution", async () => {
	const random = seededRandom();
	const url = `${n8n.webhookUrl}/webhook/silence-hook/webhook`;
	const traffic = startTraffic([url], sandbox.signingSecret, random, {
		pause: 1_000,
		poisonEvery: Infinity,
		channel: sandbox.phoneNumberId,
		// While n8n starts, it doesn't know its webhooks.
		isAway: (status) => status >= 500 || status === 404,
		isOurs: (text) => text.includes('"received"'),
	});
	const processes = [mainProcess('main', n8n), webhookOf(n8n)];
	await killAtRandom(processes, { rounds: ROUNDS, longestQuiet: 6_000, random });
	await traffic.stop();

	const isEmpty = async () => ((await store.bursts.any(TRIGGER)) ? undefined : true);
	await poll(isEmpty, { timeoutMs: 300_000, onTimeout: () => 'Some messages still wait.' });
	const seen = () => summarize(traffic.acknowledged, listener.reports, new Set());
	const isOver = async () => (seen().lost.length === 0 ? true : undefined);
	await poll(isOver, { timeoutMs: 60_000, onTimeout: () => '' }).catch(() => {});

	const summary = { seed: random.seed, ...seen() };
	recordReliability({
		id: 'silence-queue-mode',
		group: 'faults',
		promise:
			"Every message that the trigger answered with 200 and that waited for silence is in exactly one execution, when n8n's main and webhook processes are killed.",
		suite: 'test/faults/silence.test.ts',
		command: 'npm run test:faults -- faults/silence',
		rounds: ROUNDS,
		of: 'kills',
		tried: `${summary.acknowledged} messages`,
		lost: summary.lost.length,
		twice: summary.twice.length,
		figures: { executions: listener.reports.length },
	});
	expect(summary).toEqual({ ...summary, lost: [], twice: [] });
	expect(listener.reports.length).toBeLessThan(summary.acknowledged);
});
