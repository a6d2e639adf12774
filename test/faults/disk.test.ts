import { execFileSync } from 'node:child_process';
import {
	closeSync,
	copyFileSync,
	existsSync,
	linkSync,
	mkdtempSync,
	openSync,
	renameSync,
	rmSync,
	writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemRuntime } from '../../base';
import type { CampaignScene } from '../sending/campaigns/scene';
import { customers, openCampaignScene } from '../sending/campaigns/scene';
import { recordReliability } from '../../tools/docs/record-reliability';
import { roundsOr } from './support/rounds';
import { seededRandom } from '../support/seeded-random';
import { inSqlite } from '../support/stores';
import { endCampaign, workerOf } from './support/campaign-load';
import type { InboxLoad } from './support/inbox-load';
import { inboxLoad } from './support/inbox-load';
import type { Killable } from './support/killable';

jest.setTimeout(600_000);

const ROUNDS = roundsOr(8);
const RATE = 40;
/** Of the disk that is filled. */
const MEGABYTES = 64;

let folder: string;
let disk: string;
let scene: CampaignScene | undefined;
let load: InboxLoad | undefined;
let worker: Killable | undefined;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'disk-faults-'));
	disk = mkdtempSync(join(folder, 'disk-'));
});
afterEach(async () => {
	for (const one of [...(worker ? [worker] : []), ...(load?.processes ?? [])]) await one.kill();
	await scene?.close();
	[scene, load, worker] = [undefined, undefined, undefined];
	try {
		execFileSync('umount', [disk], { stdio: 'ignore' });
	} catch {
		// This test didn't mount one.
	}
	rmSync(folder, { recursive: true, force: true });
});

/** The status of each receiver's health. */
const healthOf = ({ webhooks }: InboxLoad) =>
	Promise.all(webhooks.map(async (url) => (await fetch(new URL('/healthz', url))).status));

/** Writes until nothing more fits. Returns what frees the space again. */
function fill(): () => void {
	const file = join(disk, 'filler');
	const descriptor = openSync(file, 'w');
	for (const size of [1_048_576, 4_096, 1]) {
		try {
			for (;;) writeSync(descriptor, Buffer.alloc(size, 1));
		} catch (error) {
			if ((error as { code?: string }).code !== 'ENOSPC') throw error;
		}
	}
	closeSync(descriptor);
	return () => rmSync(file);
}

it('the disk of the store is full again and again under load: deliveries are answered 503, the receivers are not healthy, and nothing is lost or happens twice', async () => {
	const random = seededRandom();
	process.stdout.write(`TEST_SEED=${random.seed}\n`);
	// Needs the right to mount: root, as in a container.
	execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', disk]);
	const recipients = 100 * ROUNDS;
	scene = await openCampaignScene(inSqlite(join(disk, 'store')), {
		runtime: systemRuntime,
		perSecond: 1_000,
		sandbox: { latency: 20 },
	});
	await scene.plan(customers(recipients));
	worker = workerOf(scene, 'worker', RATE);
	load = await inboxLoad({ url: scene.place.url, folder, random, pause: 20 });
	await load.start();
	await worker.start();
	for (let round = 0; round < ROUNDS; round += 1) {
		await wait(random.upTo(1_000));
		const free = fill();
		for (;;) {
			if ((await healthOf(load)).every((status) => status === 503)) break;
			await wait(50);
		}
		const before = load.acknowledged();
		await wait(random.upTo(1_000));
		// What was just being answered when the disk got full may have come through.
		expect(load.acknowledged() - before).toBeLessThanOrEqual(16);
		free();
		await load.untilMore();
	}
	const events = await load.end();
	await worker.kill();
	const campaign = await endCampaign(scene, recipients);
	recordReliability({
		id: 'disk-full',
		group: 'faults',
		promise:
			'Nothing is lost or happens twice when the disk of a SQLite store is full. Deliveries are answered 503 until there is space, and no process has to be restarted.',
		suite: 'test/faults/disk.test.ts',
		command: 'npm run test:faults -- disk',
		rounds: ROUNDS,
		of: 'full disks',
		tried: `${events.acknowledged} events, ${recipients} recipients`,
		lost: events.lost.length + campaign.wrong.length,
		twice: events.twice.length + campaign.twice.length,
		figures: {
			unconfirmed: campaign.unconfirmed.length,
			'of these not sent': campaign.unconfirmedAndNotSent,
		},
	});
	expect(events).toMatchObject({ lost: [], twice: [], wrong: [] });
	expect(campaign).toMatchObject({ twice: [], wrong: [] });
	expect(events.acknowledged).toBeGreaterThan(ROUNDS);
});

/** What happens to the store's files while processes have them open. Returns what brings them back. */
const LOSSES: ReadonlyArray<[what: string, happens: (file: string) => void]> = [
	['deleted', (file) => [file, `${file}-wal`, `${file}-shm`].forEach((one) => rmSync(one))],
	[
		'replaced by a copy',
		(file) => {
			copyFileSync(file, `${file}.copy`);
			renameSync(`${file}.copy`, file);
		},
	],
	['without their log', (file) => rmSync(`${file}-wal`)],
];

it.each(LOSSES)(
	'the files of the store are %s under load: nothing more is answered with 200, and when they are back, all that was is there',
	async (what, happens) => {
		const random = seededRandom();
		process.stdout.write(`TEST_SEED=${random.seed}\n`);
		const file = join(disk, 'store.db');
		load = await inboxLoad({ url: `sqlite:${file}`, folder, random });
		await load.start();
		for (let round = 0; round < ROUNDS; round += 1) {
			await wait(500 + random.upTo(500));
			// A second name keeps what is written to a file after it has lost its first one.
			const saved = [file, `${file}-wal`].map((name) => ({ name, kept: `${name}.kept` }));
			for (const { name, kept } of saved) linkSync(name, kept);
			happens(file);
			for (;;) {
				if ((await healthOf(load)).every((status) => status === 503)) break;
				await wait(50);
			}
			for (const one of load.processes) await one.kill();
			for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) rmSync(name);
			for (const { name, kept } of saved) renameSync(kept, name);
			for (const one of load.processes) await one.start();
			await load.untilMore();
		}
		const events = await load.end();
		recordReliability({
			id: `files-${what.replaceAll(' ', '-')}`,
			group: 'faults',
			promise: `No event that was answered with 200 is lost when the files of an open SQLite store are ${what}: the receivers notice it and answer 503.`,
			suite: 'test/faults/disk.test.ts',
			command: 'npm run test:faults -- disk',
			rounds: ROUNDS,
			of: 'losses',
			tried: `${events.acknowledged} events`,
			lost: events.lost.length,
			twice: events.twice.length,
			figures: {},
		});
		expect(events).toMatchObject({ lost: [], twice: [], wrong: [] });
		expect(events.acknowledged).toBeGreaterThan(ROUNDS);
	},
);
