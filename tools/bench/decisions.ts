import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { PolicyDocument, Replay, Store } from '../../engine';
import { createEngine, parseWebhook, policies } from '../../engine';
import { createGatewayClient } from '../../gateway';
import { createSender } from '../../sending';
import { openStore } from '../../store';
import { customers } from './campaign/contestant';
import { startGateway } from './campaign/gateway';
import { medianOf } from './measure';
import { inPostgres, inSqlite, POSTGRES } from './webhooks/stores';

const template = { name: 'hello', language: 'en_US' };
const RATE = 500;
const RECIPIENTS = 2_000;
const SKIPS = 50;
const ROUNDS = 3;
const REPLAYED = 1_000_000;
/** So many decisions are real; the others are copies of them, about other customers. */
const SAMPLES = 1_000;

const KINDS = ['SQLite', 'Postgres'] as const;
type Kind = (typeof KINDS)[number];

interface OpenedStore {
	store: Store;
	/** Runs SQL on the database itself. */
	query(text: string): Promise<Array<Record<string, unknown>>>;
	remove(): Promise<void>;
}

async function openEmpty(kind: Kind): Promise<OpenedStore> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-decisions-'));
	const place = kind === 'SQLite' ? inSqlite(folder) : inPostgres();
	const store = await openStore(place.url);
	async function query(text: string): Promise<Array<Record<string, unknown>>> {
		if (kind === 'SQLite') {
			const database = new DatabaseSync(place.url.slice('sqlite:'.length));
			try {
				return database.prepare(text).all();
			} finally {
				database.close();
			}
		}
		const client = new Client({ connectionString: POSTGRES });
		await client.connect();
		await client.query(`SET search_path = ${new URL(place.url).searchParams.get('schema')}`);
		const { rows } = await client.query<Record<string, unknown>>(text);
		await client.end();
		return rows;
	}
	return {
		store,
		query,
		async remove() {
			await store.close();
			await place.remove();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Processor time of this process. ms */
async function processorTimeOf(act: () => Promise<unknown>): Promise<number> {
	const before = process.cpuUsage();
	await act();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

/** Bytes of a row of the log, with its indexes. */
async function bytesOfRow(kind: Kind, { query }: OpenedStore): Promise<number> {
	const size =
		kind === 'SQLite'
			? "SELECT sum(pgsize) AS size FROM dbstat WHERE name = 'decision' OR name LIKE 'decision\\_%' ESCAPE '\\' AND name <> 'decision_policy' OR name LIKE 'sqlite_autoindex_decision\\_1' ESCAPE '\\'"
			: "SELECT pg_total_relation_size('decision') AS size";
	const [{ size: bytes } = {}] = await query(size);
	const [{ count } = {}] = await query('SELECT count(*) AS count FROM decision');
	return Number(bytes) / Number(count);
}

interface LogCost {
	/** Processor time for a message of a campaign. ms */
	campaign: number;
	/** For a single message that is skipped. ms */
	skip: number;
	bytes: number;
}

async function runRound(kind: Kind, isKept: boolean): Promise<LogCost> {
	const server = await startGateway(2 * RATE);
	const opened = await openEmpty(kind);
	const { store } = opened;
	try {
		if (!isKept) await store.retention.set({ decisions: 0 });
		const gateway = createGatewayClient({ baseUrl: server.url, apiKey: server.apiKey });
		const channel = server.phoneNumberId;
		const sender = createSender({ engine: createEngine({ store }), gateway, pace: { perSecond: RATE } });
		const list = customers(RECIPIENTS).map((to) => ({ to }));
		await sender.campaigns.plan({ id: 'list', channel, template }, list);
		const campaign = await processorTimeOf(async () => {
			while (!(await sender.campaigns.report('list')).finished) await sender.campaigns.sendDue();
		});
		const bytes = isKept ? await bytesOfRow(kind, opened) : 0;
		const skip = await processorTimeOf(async () => {
			for (const to of customers(SKIPS)) {
				const { action } = await sender.send(
					{ channel, to },
					{ freeform: { type: 'text', text: { body: 'Hi' } } },
				);
				if (action !== 'skip') throw new Error(`Expected a skip, got ${action}.`);
			}
		});
		return { campaign: campaign / RECIPIENTS, skip: skip / SKIPS, bytes };
	} finally {
		await server.stop();
		await opened.remove();
	}
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;

/** The same messages with and without the log, in turns. The first round warms up. */
async function costOfLog(kind: Kind): Promise<void> {
	const rounds: Array<{ kept: LogCost; off: LogCost }> = [];
	for (let round = 0; round <= ROUNDS; round += 1) {
		const both = { kept: await runRound(kind, true), off: await runRound(kind, false) };
		if (round > 0) rounds.push(both);
	}
	const cost = (what: 'campaign' | 'skip') => {
		const [kept, off] = (['kept', 'off'] as const).map((way) =>
			medianOf(rounds.map((round) => round[way][what])),
		);
		return `${kept!.toFixed(3)} | ${off!.toFixed(3)} | ${signed(kept! - off!)}`;
	};
	const bytes = Math.round(medianOf(rounds.map(({ kept }) => kept.bytes)));
	process.stdout.write(
		`| ${kind}, a message of a campaign | ${cost('campaign')} | ${bytes} |\n| ${kind}, a single skip | ${cost('skip')} | |\n`,
	);
}

/** Decisions of three kinds: templates that went out, messages that wait, and customers who opted out. */
async function decideSamples({ store }: OpenedStore): Promise<void> {
	const server = await startGateway(2 * RATE);
	try {
		const { phoneNumberId: channel, url: baseUrl, apiKey } = server;
		const engine = createEngine({ store });
		const [writers, stoppers, silent] = [0, 1, 2].map((kind) =>
			customers(SAMPLES).filter((_, index) => index % 3 === kind),
		) as [string[], string[], string[]];
		const timestamp = String(Math.floor(Date.now() / 1_000));
		const messages = writers.map((from) => ({
			id: `in.${from}`,
			from,
			timestamp,
			type: 'text',
			text: { body: 'Hi' },
		}));
		const value = { metadata: { phone_number_id: channel }, messages };
		await engine.ingest(parseWebhook({ entry: [{ id: 'A', changes: [{ field: 'messages', value }] }] }));
		for (const to of stoppers) {
			const categories = ['MARKETING', 'UTILITY'];
			await engine.record({ kind: 'opt-out-set', channel, to, categories, value: 'stop' });
		}
		const { campaigns } = createSender({
			engine,
			gateway: createGatewayClient({ baseUrl, apiKey }),
			pace: { perSecond: RATE },
		});
		const list = [...writers, ...stoppers, ...silent].map((to) => ({ to }));
		await campaigns.plan({ id: 'list', channel, category: 'MARKETING', template }, list);
		await campaigns.sendDue();
	} finally {
		await server.stop();
	}
}

/** Copies of the decisions that are there, about other customers, a second apart. */
const copies = (count: number, samples: number) => `
	WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.ceil(count / samples)})
	INSERT INTO decision (key, part, channel, contact, at, policy, action, rule, retry_at, facts, times)
	SELECT key || '-' || i, part, channel, contact || i, at - i * 1000, policy, action, rule, retry_at, facts, times
	FROM n CROSS JOIN (SELECT * FROM decision) AS sample`;

/** `strict` with one rule more before all others. */
const candidate: PolicyDocument = {
	...policies.strict,
	name: 'candidate',
	rules: [
		{
			name: 'wait-for-customers',
			conditions: { all: [{ fact: 'window', operator: 'equal', value: 'closed' }] },
			event: { type: 'hold', params: { reason: 'Wait until the customer writes.' } },
		},
		...policies.strict.rules,
	],
};

async function replayMany(kind: Kind): Promise<void> {
	const opened = await openEmpty(kind);
	try {
		await decideSamples(opened);
		await opened.query(copies(REPLAYED, SAMPLES));
		await opened.query('ANALYZE');
		let heap = 0;
		const began = performance.now();
		let replayed: Replay | undefined;
		globalThis.gc?.();
		const idle = process.memoryUsage().heapUsed;
		const processorTime = await processorTimeOf(async () => {
			replayed = await createEngine({ store: opened.store, policy: candidate }).replay({
				since: 0,
				onProgress: () => (heap = Math.max(heap, process.memoryUsage().heapUsed - idle)),
			});
		});
		const seconds = (performance.now() - began) / 1_000;
		process.stdout.write(
			`${kind}, replay: ${seconds.toFixed(1)} s (${(processorTime / 1_000).toFixed(1)} s of processor time), at most ${Math.round(heap / 2 ** 20)} MB more in memory: ${replayed!.sentence}\n`,
		);
	} finally {
		await opened.remove();
	}
}

/**
 * What the log of decisions costs, next to the same messages without it, and how long it takes to ask another policy
 * about a million decisions.
 */
export async function benchDecisions(): Promise<void> {
	process.stdout.write(
		'| | processor ms with the log | without | difference | bytes a row |\n| --- | --- | --- | --- | --- |\n',
	);
	for (const kind of KINDS) await costOfLog(kind);
	for (const kind of KINDS) await replayMany(kind);
}
