import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CampaignRecipient } from '../../sending';
import type { CampaignScene } from '../sending/campaigns/scene';
import { customers, openCampaignScene } from '../sending/campaigns/scene';
import { inPostgres } from '../support/stores';
import type { Killable } from './support/killable';
import { processOf } from './support/killable';
import { seededRandom } from './support/seeded-random';

jest.setTimeout(600_000);

const ROUNDS = 50;
/** Messages per second, slow enough that the campaign outlasts the rounds. */
const RATE = 40;
const RECIPIENTS = 6_000;
/** Longer than any lease. ms */
const LEASES = 5 * 60_000;
const ENDS = ['accepted', 'failed', 'skipped', 'held', 'unconfirmed'];

let scene: CampaignScene;
let workers: Killable[] = [];
beforeEach(async () => {
	scene = await openCampaignScene(inPostgres(), { perSecond: 1_000, sandbox: { latency: 20 } });
});
afterEach(async () => {
	for (const one of workers) await one.kill();
	await scene.close();
});

function workerNamed(name: string): Killable {
	const { place, sandbox } = scene;
	const script = join(__dirname, 'support/send-campaigns.ts');
	return processOf(name, script, [place.url, sandbox.url, sandbox.apiKey, String(RATE)]);
}

async function allRecipients(): Promise<CampaignRecipient[]> {
	const all: CampaignRecipient[] = [];
	for (let after: string | undefined; ;) {
		const page = await scene.campaigns.recipients('spring', { after, limit: 10_000 });
		all.push(...page.recipients);
		after = page.next;
		if (after === undefined) return all;
	}
}

/** After the workers' leases have ended, claims what they left and sends it. */
async function finish(): Promise<void> {
	for (;;) {
		await scene.sandbox.clock.advance(LEASES);
		await scene.campaigns.sendDue();
		const { counts } = await scene.campaigns.report('spring');
		if (counts.planned + counts.claimed + counts.sending === 0) return;
	}
}

describe(`two workers on one Postgres, one of them killed at a random moment ${ROUNDS} times, with 1% of the answers lost`, () => {
	it('nobody gets two messages, every recipient has a final state, and later statuses settle unconfirmed ones', async () => {
		const random = seededRandom();
		process.stdout.write(`TEST_SEED=${random.seed}\n`);
		const { sandbox } = scene;
		await scene.plan(customers(RECIPIENTS));
		await sandbox.control.faults({ loseAnswer: true, path: '/messages', rate: 0.01, seed: random.seed });
		workers = [workerNamed('one'), workerNamed('two')];
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
		await finish();

		const sentTo = sandbox.control.sent().map(({ to }) => to);
		expect(sentTo).toHaveLength(new Set(sentTo).size);
		const ended = await allRecipients();
		expect(ended).toHaveLength(RECIPIENTS);
		expect([...new Set(ended.map(({ state }) => state))].filter((state) => !ENDS.includes(state))).toEqual(
			[],
		);
		const unconfirmed = ended.filter(({ state }) => state === 'unconfirmed').length;

		await scene.hear();
		const settled = await allRecipients();
		const reached = new Set(sentTo);
		const wrong = settled.filter(({ to, state }) => (state === 'delivered') !== reached.has(to));
		expect(wrong).toEqual([]);
		const left = settled.filter(({ state }) => state === 'unconfirmed').length;
		process.stdout.write(`unconfirmed: ${unconfirmed}, of which ${left} were not sent\n`);
		expect(unconfirmed).toBeGreaterThan(left);
	});
});
