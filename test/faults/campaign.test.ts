import { setTimeout as wait } from 'node:timers/promises';
import { systemRuntime } from '../../base';
import type { CampaignScene } from '../sending/campaigns/scene';
import { customers, openCampaignScene } from '../sending/campaigns/scene';
import { recordReliability } from '../../tools/docs/record-reliability';
import { roundsOr } from './support/rounds';
import { inPostgres } from '../support/stores';
import { endCampaign, workerOf } from './support/campaign-load';
import type { Killable } from './support/killable';
import { seededRandom } from '../support/seeded-random';

jest.setTimeout(600_000);

const ROUNDS = roundsOr(50);
/** Messages per second, slow enough that the campaign outlasts the rounds. */
const RATE = 40;
const RECIPIENTS = 120 * ROUNDS;

let scene: CampaignScene;
let workers: Killable[] = [];
beforeEach(async () => {
	scene = await openCampaignScene(inPostgres(), {
		runtime: systemRuntime,
		perSecond: 1_000,
		sandbox: { latency: 20 },
	});
});
afterEach(async () => {
	for (const one of workers) await one.kill();
	await scene.close();
});

describe(`two workers on one Postgres, one of them killed at a random moment ${ROUNDS} times, with 1% of the answers lost`, () => {
	it('nobody gets two messages, every recipient has a final state, and later statuses settle unconfirmed ones', async () => {
		const random = seededRandom();
		process.stdout.write(`TEST_SEED=${random.seed}\n`);
		const { sandbox } = scene;
		await scene.plan(customers(RECIPIENTS));
		await sandbox.control.faults({ loseAnswer: true, path: '/messages', rate: 0.01, seed: random.seed });
		workers = [workerOf(scene, 'one', RATE), workerOf(scene, 'two', RATE)];
		await Promise.all(workers.map((worker) => worker.start()));
		for (let round = 0; round < ROUNDS; round += 1) {
			await wait(random.upTo(800));
			const worker = random.pick(workers);
			await worker.kill();
			await worker.start();
		}
		const { counts } = await scene.campaigns.report('spring');
		process.stdout.write(`after the rounds: ${JSON.stringify(counts)}\n`);
		expect(counts.planned).toBeGreaterThan(0);
		for (const worker of workers) await worker.kill();

		const { twice, wrong, unconfirmed, unconfirmedAndNotSent } = await endCampaign(scene, RECIPIENTS);
		recordReliability({
			id: 'campaign-killed',
			group: 'faults',
			promise:
				'Nobody gets a message of a campaign twice, and every recipient ends in the state that the platform reports, when workers are killed and answers get lost.',
			suite: 'test/faults/campaign.test.ts',
			command: 'npm run test:faults -- campaign',
			rounds: ROUNDS,
			of: 'kills',
			tried: `${RECIPIENTS} recipients`,
			lost: wrong.length,
			twice: twice.length,
			figures: { unconfirmed: unconfirmed.length, 'of these not sent': unconfirmedAndNotSent },
		});
		expect({ twice, wrong }).toEqual({ twice: [], wrong: [] });
		expect(unconfirmed.length).toBeGreaterThan(unconfirmedAndNotSent);
	});
});
