import type { N8n } from '../../tools/n8n';
import { freePort, startN8n } from '../../tools/n8n';
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
const NAMES = ['first', 'second'];

let scene: N8nScene;
let ports: number[];
const mains: N8n[] = [];
let receivers: Killable[] = [];

beforeAll(async () => {
	scene = await openN8nScene();
	// Several mains of one n8n need a license, so each is an n8n with its own database. They share the store.
	for (const name of NAMES) mains.push(await startN8n(scene.optionsOf(name)));
	ports = [await freePort(), await freePort()];
	receivers = ports.map(scene.receiverOn);
	for (const receiver of receivers) await receiver.start();
	await scene.untilSubscribed();
}, 600_000);

afterAll(async () => {
	for (const receiver of receivers) await receiver.kill();
	for (const main of mains) await main.stop();
	await scene?.close();
}, 120_000);

it('two n8n mains and two receivers on one Postgres are killed at random moments under load: every event that was answered with 200 is in an execution of either main or in the dead letters, only marked repeats arrive twice, and both mains take part', async () => {
	const processes = [...mains.map((main, index) => mainProcess(NAMES[index]!, main)), ...receivers];
	const summary = await killUnderLoad(scene, processes, {
		webhooks: ports.map(webhookOn),
		rounds: ROUNDS,
		pause: 500,
	});
	recordReliability({
		id: 'n8n-two-mains',
		group: 'faults',
		promise:
			'Every event that was answered with 200 is in an execution of either n8n or in the dead letters, and twice only if it is marked as a repeat, when two n8n and their receivers on one Postgres are killed.',
		suite: 'test/faults/two-mains.test.ts',
		command: 'npm run test:faults -- faults/two-mains',
		rounds: ROUNDS,
		of: 'kills',
		tried: `${summary.acknowledged} events`,
		lost: summary.lost.length,
		twice: summary.twice.length,
		figures: { 'dead letters': summary.dead },
	});
	expect(summary).toEqual({ ...summary, lost: [], twice: [] });
	expect(summary.seen).toBeGreaterThan(ROUNDS);
	expect([...new Set(scene.listener.reports.map(({ n8n }) => n8n))].sort()).toEqual(NAMES);
});
