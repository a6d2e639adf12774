import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../store';
import { freePort } from '../../tools/n8n/free-port';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { clientOf } from '../sandbox/support/client';
import type { CommandLine } from '../support/command-line';
import { runCommandLine } from '../support/command-line';
import { SEED } from '../support/seed';
import { seededRandom } from '../support/seeded-random';
import { until } from '../support/until';

let folder: string;
let file: string;
let port: number;
let sandbox: Sandbox;
let receiver: CommandLine;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'receiver-faults-'));
	file = join(folder, 'store.db');
	port = await freePort();
	sandbox = await startSandbox();
});
afterEach(async () => {
	await kill();
	await sandbox.close();
	rmSync(folder, { recursive: true, force: true });
});

async function start(largestFile?: number): Promise<void> {
	const flags = ['--port', String(port), '--host', '127.0.0.1', '--store', `sqlite:${file}`];
	receiver = runCommandLine(['receive', ...flags, '--secret', sandbox.signingSecret], { largestFile });
	await receiver.says(/^Ready/);
}

async function kill(): Promise<void> {
	receiver.child.kill('SIGKILL');
	await receiver.ended;
}

const setWebhook = () => clientOf(sandbox).setWebhook(`http://127.0.0.1:${port}/webhook`);

let customers = 0;
const customerWrites = (text = 'Hi') => {
	customers += 1;
	return sandbox.control.customerWrites({ from: String(4_917_000_000_000 + customers), text });
};

const statuses = () => sandbox.control.deliveries().map(({ status }) => status);
const answered = (status: number) => statuses().filter((each) => each === status).length;

interface Payload {
	entry: Array<{ changes: Array<{ value: { messages: Array<{ id: string }> } }> }>;
}

/** The ids of the events in the deliveries that had this outcome. */
const idsOf = (isMeant: (outcome: string) => boolean) =>
	sandbox.control.deliveries().flatMap(({ outcome, payload }) => {
		const { entry } = payload as Payload;
		return isMeant(outcome) ? [`message:${entry[0]!.changes[0]!.value.messages[0]!.id}`] : [];
	});

/** The ids of the events in the store's inbox. */
async function kept(): Promise<string[]> {
	const store = await openStore(`sqlite:${file}`);
	const entries = await store.inbox.read({ limit: 100_000 });
	await store.close();
	return entries.map(({ event }) => event.id);
}

/** Another process that holds the database's write lock until it is told to let go. */
async function lockFromOutside(): Promise<() => Promise<void>> {
	const script = `
		const { DatabaseSync } = require('node:sqlite');
		const database = new DatabaseSync(${JSON.stringify(file)});
		database.exec('BEGIN IMMEDIATE');
		process.stdout.write('locked');
		process.stdin.once('data', () => { database.exec('ROLLBACK'); process.exit(); });`;
	const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
	await new Promise((resolve) => child.stdout.once('data', resolve));
	return async () => {
		const ended = new Promise((resolve) => child.once('close', resolve));
		child.stdin.write('go');
		await ended;
	};
}

it('while another process holds the store a delivery is answered 503, and taken when it comes again', async () => {
	await start();
	await setWebhook();
	const letGo = await lockFromOutside();
	await customerWrites();
	await until(() => answered(503) > 0);
	expect(answered(200)).toBe(0);
	await letGo();
	await sandbox.control.idle();
	expect(answered(200)).toBe(1);
	expect(new Set(await kept())).toEqual(new Set(idsOf((outcome) => outcome === 'delivered')));
	await receiver.complains(/database is locked.*"reason":"store"/);
});

it('where the disk is full deliveries are answered 503; what was answered 200 stays, and the rest is taken when there is room', async () => {
	await start(600);
	await setWebhook();
	const long = 'x'.repeat(4_000);
	while (answered(503) === 0) {
		const attempts = statuses().length;
		await customerWrites(long);
		await until(() => statuses().length > attempts);
	}
	const acknowledged = new Set(idsOf((outcome) => outcome === 'delivered'));
	expect(acknowledged.size).toBeGreaterThan(0);
	await receiver.complains(/"reason":"store"/);
	const health = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status;
	// The little that a probe writes may still find room.
	await until(async () => (await health()) === 503);
	await receiver.complains(/The store can't be written to/);
	await kill();
	const before = new Set(await kept());
	for (const id of acknowledged) expect(before).toContain(id);

	await start();
	await sandbox.control.idle();
	const all = await kept();
	expect(new Set(all)).toEqual(new Set(idsOf(() => true)));
	expect(all).toHaveLength(new Set(all).size);
});

it('killed at any moment under load it loses nothing that was answered 200, and takes the rest when it is back', async () => {
	const random = seededRandom(SEED);
	await start();
	await setWebhook();
	let isOver = false;
	const load = (async () => {
		while (!isOver) {
			const before = statuses().length;
			await Promise.all(Array.from({ length: 20 }, () => customerWrites()));
			await until(() => isOver || statuses().length > before);
		}
	})();
	for (let round = 1; round <= 4; round += 1) {
		const delivered = answered(200);
		const more = Math.floor(random.upTo(300));
		await until(() => answered(200) > delivered + more);
		await kill();
		const acknowledged = idsOf((outcome) => outcome === 'delivered');
		const there = new Set(await kept());
		expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
		await start();
	}
	isOver = true;
	await load;
	await sandbox.control.idle();
	const all = await kept();
	expect(all).toHaveLength(new Set(all).size);
	expect(new Set(all)).toEqual(new Set(idsOf(() => true)));
});
