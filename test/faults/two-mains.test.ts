import type { N8n } from '../../tools/n8n';
import { freePort, startN8n } from '../../tools/n8n';
import { killUnderLoad } from './support/kill-under-load';
import type { Killable } from './support/killable';
import { mainOf } from './support/main-of';
import type { N8nScene } from './support/n8n-scene';
import { openN8nScene } from './support/n8n-scene';
import { webhookOn } from './support/receiver';

jest.setTimeout(1_200_000);

const ROUNDS = 20;
const NAMES = ['first', 'second'];

let scene: N8nScene;
let ports: number[];
const mains: N8n[] = [];
let receivers: Killable[] = [];

beforeAll(async () => {
	scene = await openN8nScene();
	// Mains of one n8n would need a licence: each is an n8n with a database of its own. They share the store.
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

it('kill -9 of two n8n mains and of two receivers on one Postgres at random moments under load: all that was answered 200 is in an execution of either or in the dead letters, nothing comes twice but what is marked as a repeat, and both mains take part', async () => {
	const processes = [...mains.map((main, index) => mainOf(NAMES[index]!, main)), ...receivers];
	const account = await killUnderLoad(scene, processes, {
		webhooks: ports.map(webhookOn),
		rounds: ROUNDS,
		pause: 500,
	});
	expect(account).toEqual({ ...account, lost: [], twice: [] });
	expect(account.seen).toBeGreaterThan(ROUNDS);
	expect([...new Set(scene.listener.told.map(({ n8n }) => n8n))].sort()).toEqual(NAMES);
});
