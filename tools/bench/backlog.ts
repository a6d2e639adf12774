import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { N8N_TELLS, sampleN8n, startN8n } from '../n8n';
import { ROOT } from '../sources';
import { medianOf } from './measure';
import { settingsIn } from './settings';
import { startReader } from './webhooks/contestants/inbox-trigger';
import { fillStore } from './webhooks/fill-store';
import { startN8nWith } from './webhooks/n8n';
import { drained, inSqlite } from './webhooks/stores';

const EVENTS = 1_000_000;
const CONVERSATIONS = 10_000;
const BATCH_SIZES = [500, 2_000];
/** The Inbox Trigger's default. */
const AT_A_TIME = 4;
const SAMPLE_EVERY = 1_000;
/** How long an idle n8n is watched. ms */
const IDLE = 30_000;

/** The folder of the bare emitter, for N8N_CUSTOM_EXTENSIONS. */
const BARE_EMITTER = join(ROOT, 'tools/bench/backlog/bare-emitter');

const HEAD = [
	'| | events | in executions per second | memory, median MB | most MB | more than an idle n8n MB |',
	'| --- | --- | --- | --- | --- | --- |',
];

/** The memory of an n8n until something has ended. MB */
async function memoryUntil(url: string, ended: Promise<unknown>): Promise<number[]> {
	const memory: number[] = [];
	let isOver = false;
	void ended.finally(() => (isOver = true));
	while (!isOver) {
		const found = (await sampleN8n(url)).find(({ name }) => name === 'memory (RSS)');
		if (found) memory.push(found.value);
		await Promise.race([ended, wait(SAMPLE_EVERY)]);
	}
	return memory;
}

interface Drained {
	perSecond: number;
	memory: number[];
}

async function idleN8n(settings: NodeJS.ProcessEnv): Promise<number[]> {
	const n8n = await startN8n({ env: { ...N8N_TELLS, ...settings } });
	try {
		return await memoryUntil(n8n.url, wait(IDLE));
	} finally {
		await n8n.stop();
	}
}

/** n8n alone with as many items in batches of the same size, which a trigger makes itself. */
async function emit(events: number, batchSize: number, settings: NodeJS.ProcessEnv): Promise<Drained> {
	const server = createServer((_request, response) => response.end());
	const over = new Promise<void>((resolve) => server.once('request', () => resolve()));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const n8n = await startN8nWith(
		{ name: 'Bare Emitter', type: 'CUSTOM.bareEmitter', typeVersion: 1, parameters: {} },
		[],
		{
			...N8N_TELLS,
			...settings,
			N8N_CUSTOM_EXTENSIONS: BARE_EMITTER,
			BENCH_EVENTS: String(events),
			BENCH_BATCH: String(batchSize),
			BENCH_AT_A_TIME: String(AT_A_TIME),
			BENCH_DONE: `http://127.0.0.1:${port}`,
		},
	);
	try {
		const begun = performance.now();
		const memory = await memoryUntil(n8n.url, over);
		return { perSecond: events / ((performance.now() - begun) / 1_000), memory };
	} finally {
		await n8n.stop();
		server.close();
	}
}

/** n8n starts on a store full of events, which it has never read. */
async function drain(events: number, batchSize: number, settings: NodeJS.ProcessEnv): Promise<Drained> {
	const folder = await mkdtemp(join(tmpdir(), 'business-messaging-bench-'));
	const place = inSqlite(folder);
	try {
		const { engine } = await fillStore(place.url, CONVERSATIONS, events);
		const reader = await startReader(place, 'secret', { batchSize, env: { ...N8N_TELLS, ...settings } });
		try {
			const begun = performance.now();
			const { subscriptions } = await engine.store.inbox.stats();
			const left = Math.max(...subscriptions.map(({ lag }) => lag));
			const memory = await memoryUntil(reader.url, drained(place.url));
			return { perSecond: left / ((performance.now() - begun) / 1_000), memory };
		} finally {
			await reader.stop();
			await engine.store.close();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/**
 * What n8n's memory does, and how many events get into executions, while an Inbox Trigger reads a store full of events;
 * beside an n8n that gets as many items from a trigger that makes them itself.
 *
 * @param args batch sizes, by default 500 and 2,000; a number of events, like `events=100000`; settings of n8n as
 * NAME=value
 */
export async function benchBacklog(args: string[]): Promise<void> {
	const sizes = args.map(Number).filter((size) => size > 0);
	const events = Number(/^events=(\d+)$/m.exec(args.join('\n'))?.[1] ?? EVENTS);
	const format = (memory: number[]) => [medianOf(memory).toFixed(0), Math.max(...memory).toFixed(0)];
	process.stdout.write(`${HEAD.join('\n')}\n`);
	const settings = settingsIn(args);
	const idle = await idleN8n(settings);
	process.stdout.write(`| idle n8n | – | – | ${format(idle).join(' | ')} | – |\n`);
	for (const size of sizes.length > 0 ? sizes : BATCH_SIZES) {
		for (const [name, run] of [['bare trigger', emit] as const, ['Inbox Trigger', drain] as const]) {
			const { perSecond, memory } = await run(events, size, settings);
			const more = Math.max(...memory) - medianOf(idle);
			const cells = [
				`${name}, batches of ${size}`,
				events.toLocaleString('en-US'),
				perSecond.toFixed(0),
				...format(memory),
				more.toFixed(0),
			];
			process.stdout.write(`| ${cells.join(' | ')} |\n`);
		}
	}
}
