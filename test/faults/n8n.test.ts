import type { QueueN8n } from '../../tools/n8n';
import { freePort, startQueueN8n } from '../../tools/n8n';
import { recordReliability } from '../../tools/docs/record-reliability';
import { roundsOr } from './support/rounds';
import { killUnderLoad } from './support/kill-under-load';
import type { Killable } from './support/killable';
import { mainProcess } from './support/main-process';
import type { N8nScene } from './support/n8n-scene';
import { openN8nScene } from './support/n8n-scene';
import { webhookOn } from './support/receiver-process';

jest.setTimeout(1_200_000);

const ROUNDS = roundsOr(20);
const REDIS = 'redis://127.0.0.1:6379';

let scene: N8nScene;
let n8n: QueueN8n;
let receiver: Killable;
let port: number;

beforeAll(async () => {
	scene = await openN8nScene();
	n8n = await startQueueN8n({
		...scene.optionsOf('n8n'),
		databaseUrl: scene.databaseUrl,
		redisUrl: REDIS,
	});
	port = await freePort();
	receiver = scene.receiverOn(port);
	await receiver.start();
	await scene.untilSubscribed();
}, 600_000);

afterAll(async () => {
	await receiver?.kill();
	await n8n?.stop();
	await scene?.close();
}, 120_000);

/** The worker. A restart replaces its process. */
function workerOf({ worker, startWorker }: QueueN8n): Killable {
	let current = worker;
	return {
		name: 'worker',
		kill: () => current.kill(),
		start: async () => void (current = await startWorker()),
	};
}

it('n8n main, a worker, and the receiver are killed at random moments under load: every event that was answered with 200 is in an execution or in the dead letters, and only marked repeats arrive twice', async () => {
	const processes = [mainProcess('main', n8n), workerOf(n8n), receiver];
	const summary = await killUnderLoad(scene, processes, {
		webhooks: [webhookOn(port)],
		rounds: ROUNDS,
		pause: 150,
	});
	recordReliability({
		id: 'n8n-queue-mode',
		group: 'faults',
		promise:
			'Every event that was answered with 200 is in an execution or in the dead letters, and twice only if it is marked as a repeat, when n8n in queue mode, its worker, and the receiver are killed.',
		suite: 'test/faults/n8n.test.ts',
		command: 'npm run test:faults -- faults/n8n',
		rounds: ROUNDS,
		of: 'kills',
		tried: `${summary.acknowledged} events`,
		lost: summary.lost.length,
		twice: summary.twice.length,
		figures: { 'dead letters': summary.dead },
	});
	expect(summary).toEqual({ ...summary, lost: [], twice: [] });
	expect(summary.seen).toBeGreaterThan(ROUNDS);
});
