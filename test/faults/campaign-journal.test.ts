import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { recordReliability } from '../../tools/docs/record-reliability';
import type { CampaignScene } from '../sending/campaigns/scene';
import { customers, openCampaignScene } from '../sending/campaigns/scene';
import type { Random } from '../support/seeded-random';
import { seededRandom } from '../support/seeded-random';
import { inSqlite } from '../support/stores';
import type { CampaignResult } from './support/campaign-load';
import { endCampaign, workerOf } from './support/campaign-load';
import { copyJournals, damageJournals } from './support/damage-journals';
import type { Killable } from './support/killable';
import { roundsOr } from './support/rounds';

jest.setTimeout(1_800_000);

const ROUNDS = roundsOr(20);
/** Messages per second. */
const RATE = 200;
/** How long a worker lives at most after its first call. ms */
const LIVES = 1_200;
const RECIPIENTS = 260 * ROUNDS;

let scene: CampaignScene;
let worker: Killable;
let folder: string;
let witness: string;
beforeEach(async () => {
	const place = inSqlite();
	scene = await openCampaignScene(place, { perSecond: 1_000, sandbox: { latency: 50 } });
	folder = dirname(place.url.replace('sqlite:', ''));
	witness = join(folder, 'witness');
	worker = workerOf(scene, 'worker', RATE, { witness });
});
afterEach(async () => {
	await worker.kill();
	await scene.close();
});

const witnessed = () => (existsSync(witness) ? readFileSync(witness, 'utf8') : '');

/** Kills the worker at a random moment while it sends, again and again, and finishes what it left. */
async function killAgainAndAgain(random: Random, afterKill: () => void): Promise<CampaignResult> {
	process.stdout.write(`TEST_SEED=${random.seed}\n`);
	await scene.plan(customers(RECIPIENTS));
	for (let round = 0; round < ROUNDS; round += 1) {
		const before = witnessed().length;
		await worker.start();
		while (witnessed().length === before) await wait(10);
		await wait(random.upTo(LIVES));
		copyJournals(folder);
		await wait(random.upTo(60));
		await worker.kill();
		afterKill();
	}
	const { counts } = await scene.campaigns.report('spring');
	process.stdout.write(`after the rounds: ${JSON.stringify(counts)}\n`);
	expect(counts.planned).toBeGreaterThan(0);
	return endCampaign(scene, RECIPIENTS);
}

const told = (what: string) =>
	new Set(
		witnessed()
			.split('\n')
			.filter((line) => line.startsWith(`${what} `))
			.map((line) => line.slice(what.length + 1)),
	);

describe(`a worker that sends ${RATE} messages per second and is killed at a random moment, ${ROUNDS} times`, () => {
	it('leaves unconfirmed only those whom the gateway was called for and who were not answered', async () => {
		const { twice, wrong, unconfirmed, unconfirmedAndNotSent } = await killAgainAndAgain(
			seededRandom(),
			() => {},
		);
		const [called, answered] = [told('called'), told('answered')];
		const neverCalled = unconfirmed.filter((to) => !called.has(to)).length;
		const known = unconfirmed.filter((to) => answered.has(to)).length;
		recordReliability({
			id: 'campaign-journal',
			group: 'faults',
			promise:
				'Of a killed worker on the same machine, only messages that were on the wire are unconfirmed: those that were never called are sent, and answers that had arrived are known.',
			suite: 'test/faults/campaign-journal.test.ts',
			command: 'npm run test:faults -- campaign-journal',
			rounds: ROUNDS,
			of: 'kills',
			tried: `${RECIPIENTS} recipients`,
			lost: wrong.length,
			twice: twice.length,
			figures: {
				unconfirmed: unconfirmed.length,
				'of these not sent': unconfirmedAndNotSent,
				'of these never called': neverCalled,
				'of these answered': known,
			},
		});
		process.stdout.write(
			`${JSON.stringify({ unconfirmed: unconfirmed.length, unconfirmedAndNotSent, neverCalled, known })}\n`,
		);
		expect({ twice, wrong }).toEqual({ twice: [], wrong: [] });
		// A kill can come between a note and what is noted, of one message.
		expect(neverCalled).toBeLessThanOrEqual(ROUNDS);
		expect(known).toBeLessThanOrEqual(ROUNDS);
	});

	it('sends nothing twice if its journals are lost, truncated, swapped, or replaced by older ones', async () => {
		const random = seededRandom();
		const damages: string[] = [];
		const { twice, wrong, unconfirmed } = await killAgainAndAgain(random, () => {
			damages.push(damageJournals(folder, random));
		});
		const times = (damage: string) => damages.filter((one) => one === damage).length;
		recordReliability({
			id: 'campaign-journal-damaged',
			group: 'faults',
			promise:
				'Nobody gets a message of a campaign twice when workers are killed and the journals of their calls are lost, truncated, swapped, or replaced by older copies.',
			suite: 'test/faults/campaign-journal.test.ts',
			command: 'npm run test:faults -- campaign-journal',
			rounds: ROUNDS,
			of: 'kills',
			tried: `${RECIPIENTS} recipients`,
			lost: wrong.length,
			twice: twice.length,
			figures: {
				unconfirmed: unconfirmed.length,
				...Object.fromEntries([...new Set(damages)].sort().map((damage) => [damage, times(damage)])),
			},
		});
		process.stdout.write(`${JSON.stringify({ unconfirmed: unconfirmed.length, damages })}\n`);
		expect({ twice, wrong }).toEqual({ twice: [], wrong: [] });
	});
});
