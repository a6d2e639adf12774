import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CampaignScene } from '../sending/campaigns/scene';
import { customers, openCampaignScene } from '../sending/campaigns/scene';
import { recordReliability } from '../../tools/docs/record-reliability';
import { roundsOr } from './support/rounds';
import { startSandbox } from '../../sandbox';
import { seededRandom } from '../support/seeded-random';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { endCampaign, workerOf } from './support/campaign-load';
import type { InboxLoad } from './support/inbox-load';
import { inboxLoad } from './support/inbox-load';
import type { Killable } from './support/killable';
import type { OlderVersion } from './support/older-version';
import { checkOutOlderVersion } from './support/older-version';
import { killAtRandom } from './support/traffic';

jest.setTimeout(600_000);

const ROUNDS = roundsOr(10);
const RATE = 40;

let folder: string;
let older: OlderVersion;
let place: StorePlace;
let scene: CampaignScene | undefined;
let processes: Killable[] = [];
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'two-versions-'));
	older = checkOutOlderVersion(join(folder, 'older'));
	process.stdout.write(`older version: ${older.commit.slice(0, 7)}, schema version ${older.version}\n`);
});
afterEach(async () => {
	for (const one of processes) await one.kill();
	await scene?.close();
	[processes, scene] = [[], undefined];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(DATABASES)(
	'processes of an older version meet newer ones, which change the schema and are killed, on %s: nothing is lost or happens twice',
	async (database, placeOf) => {
		const random = seededRandom();
		process.stdout.write(`TEST_SEED=${random.seed}\n`);
		place = placeOf();
		const logs = mkdtempSync(join(folder, 'logs-'));
		const load: InboxLoad = await inboxLoad({
			url: place.url,
			folder: logs,
			random,
			pause: 20,
			roots: [older.root, undefined],
		});
		const [oldReceiver, newReceiver, oldReader, newReader] = load.processes as [
			Killable,
			Killable,
			Killable,
			Killable,
		];
		processes = load.processes;
		const sandbox = await startSandbox({ latency: 20 });
		const oldWorker = workerOf({ place, sandbox }, 'older worker', RATE, { root: older.root });
		for (const one of [oldReceiver, oldReader, oldWorker]) await one.start();
		load.startTraffic();
		await load.untilMore();

		// The older version has made the store. From here on, the newer one changes it.
		const recipients = 60 * ROUNDS;
		scene = await openCampaignScene(place, { perSecond: 1_000, running: sandbox });
		await scene.plan(customers(recipients));
		// It's the only one that sends yet, unless it has to stop writing.
		while (older.mayWrite && scene.reached().length < 10) await wait(50);
		const newWorker = workerOf(scene, 'newer worker', RATE);
		processes = [...load.processes, oldWorker, newWorker];
		const newer = [newReceiver, newReader, newWorker];
		for (const one of newer) await one.start();
		await killAtRandom(newer, { rounds: ROUNDS, longestQuiet: 400, random });
		await wait(1_000);
		// The update is complete: the older processes end. What they had is taken over.
		for (const one of [oldReceiver, oldReader, oldWorker]) await one.kill();
		await load.untilMore();
		const events = await load.end();
		await newWorker.kill();
		const campaign = await endCampaign(scene, recipients);

		const byOlder = load.handedOutBy(0);
		recordReliability({
			id: `${older.mayWrite ? 'two-versions' : 'older-version-stops'}-${database.toLowerCase()}`,
			group: 'faults',
			promise: `Nothing is lost or happens twice while two versions of the package share a store on ${database}: the newer one has changed the schema, and the older one ${older.mayWrite ? 'keeps working' : 'writes nothing more'}.`,
			suite: 'test/faults/two-versions.test.ts',
			command: 'npm run test:faults -- two-versions',
			rounds: ROUNDS,
			of: 'kills of the newer processes',
			tried: `${events.acknowledged} events, ${recipients} recipients`,
			lost: events.lost.length + campaign.wrong.length,
			twice: events.twice.length + campaign.twice.length,
			figures: { 'events read by the older version': byOlder },
		});
		expect(events).toMatchObject({ lost: [], twice: [], wrong: [] });
		expect(campaign).toMatchObject({ twice: [], wrong: [] });
		if (older.mayWrite) expect(byOlder).toBeGreaterThan(ROUNDS);
	},
);
