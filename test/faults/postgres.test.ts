import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresServer } from '../support/postgres/start-postgres';
import { startPostgres } from '../support/postgres/start-postgres';
import { systemRuntime } from '../../base';
import type { CampaignScene } from '../sending/campaigns/scene';
import { customers, openCampaignScene } from '../sending/campaigns/scene';
import { recordReliability } from '../../tools/docs/record-reliability';
import { roundsOr } from './support/rounds';
import { seededRandom } from '../support/seeded-random';
import { inPostgres } from '../support/stores';
import { endCampaign, workerOf } from './support/campaign-load';
import type { InboxLoad } from './support/inbox-load';
import { inboxLoad } from './support/inbox-load';
import type { Killable } from './support/killable';
import type { ReplicatedPostgres } from './support/replicated-postgres';
import { startReplicatedPostgres } from './support/replicated-postgres';

jest.setTimeout(900_000);

const FAILOVERS = roundsOr(5);
const RESTARTS = roundsOr(10);
const RATE = 40;

let folder: string;
let scene: CampaignScene | undefined;
let load: InboxLoad | undefined;
let workers: Killable[] = [];
let servers: Array<{ close(): Promise<void> }> = [];
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'postgres-faults-'));
});
afterEach(async () => {
	for (const one of [...workers, ...(load?.processes ?? [])]) await one.kill();
	await scene?.close();
	for (const server of servers) await server.close();
	[workers, servers, load, scene] = [[], [], undefined, undefined];
	rmSync(folder, { recursive: true, force: true });
});

/** The inbox under load, and a campaign that two workers send, all on one server. */
async function startAll(url: string, recipients: number): Promise<{ load: InboxLoad; scene: CampaignScene }> {
	const random = seededRandom();
	process.stdout.write(`TEST_SEED=${random.seed}\n`);
	scene = await openCampaignScene(inPostgres(url), {
		runtime: systemRuntime,
		perSecond: 1_000,
		sandbox: { latency: 20 },
	});
	await scene.plan(customers(recipients));
	workers = [workerOf(scene, 'one', RATE), workerOf(scene, 'two', RATE)];
	load = await inboxLoad({ url: scene.place.url, folder, random, pause: 20 });
	await load.start();
	for (const worker of workers) await worker.start();
	return { load, scene };
}

/** Ends all of it, and records and checks what became of it. */
async function endAll(
	{ load: inbox, scene: sending }: { load: InboxLoad; scene: CampaignScene },
	recipients: number,
	about: { id: string; promise: string; rounds: number; of: string },
): Promise<void> {
	const events = await inbox.end();
	for (const worker of workers) await worker.kill();
	const campaign = await endCampaign(sending, recipients);
	recordReliability({
		...about,
		group: 'faults',
		suite: 'test/faults/postgres.test.ts',
		command: 'npm run test:faults -- postgres',
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
	expect(events.acknowledged).toBeGreaterThan(about.rounds);
	expect(campaign.sent).toBeGreaterThan(about.rounds);
}

it('Postgres is killed and started again under load, and nobody opens the store anew: nothing is lost or happens twice', async () => {
	const server: PostgresServer = await startPostgres();
	servers = [server];
	const recipients = 60 * RESTARTS;
	const all = await startAll(server.url, recipients);
	const random = seededRandom();
	for (let round = 0; round < RESTARTS; round += 1) {
		await wait(random.upTo(1_000));
		await server.kill();
		await wait(random.upTo(1_000));
		await server.start();
		await all.load.untilMore();
	}
	await endAll(all, recipients, {
		id: 'postgres-restarts',
		promise:
			'Nothing is lost or happens twice when Postgres is killed and started again, and no process has to be restarted.',
		rounds: RESTARTS,
		of: 'kills of the server',
	});
});

it('Postgres fails over to its follower under load: nothing is lost or happens twice', async () => {
	const pair: ReplicatedPostgres = await startReplicatedPostgres();
	servers = [pair];
	const recipients = 100 * FAILOVERS;
	const all = await startAll(pair.url, recipients);
	const random = seededRandom();
	for (let round = 0; round < FAILOVERS; round += 1) {
		await wait(random.upTo(1_000));
		await pair.failOver();
		await all.load.untilMore();
	}
	await endAll(all, recipients, {
		id: 'postgres-failover',
		promise: 'Nothing is lost or happens twice when Postgres fails over to a synchronous follower.',
		rounds: FAILOVERS,
		of: 'failovers',
	});
});

it('Postgres has too few connections for the processes: some wait and are answered 503, and nothing is lost or happens twice', async () => {
	// Each of the six processes would like to have ten. Three are kept for administrators, and the test has its own.
	const server = await startPostgres({ settings: { max_connections: 16 } });
	servers = [server];
	const recipients = 300;
	const all = await startAll(server.url, recipients);
	const seconds = roundsOr(15);
	await wait(seconds * 1_000);
	await endAll(all, recipients, {
		id: 'postgres-connections',
		promise: 'Nothing is lost or happens twice when Postgres has fewer connections than the processes want.',
		rounds: seconds,
		of: 'seconds with 16 connections for 6 processes',
	});
});
