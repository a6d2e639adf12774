import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { Store } from '../../engine';
import { openStore } from '../../store';
import { FILLED, fillLarge, LARGE } from './console/large-store';
import { medianOf } from './measure';
import { inPostgres, inSqlite, POSTGRES } from './webhooks/stores';

interface Sizes {
	recipients: number;
	events: number;
}

const ROUNDS = 9;
const SAMPLE = 10_000;
const HOUR = 3_600_000;
const CAMPAIGN = { channel: LARGE.channel, id: LARGE.campaign };

const KINDS = ['SQLite', 'Postgres'] as const;
type Kind = (typeof KINDS)[number];

/** Runs a statement on the database itself. */
interface Bare {
	run(text: string): Promise<unknown>;
	rows<Row>(text: string): Promise<Row[]>;
	close(): Promise<void>;
}

async function openBare(kind: Kind, url: string): Promise<Bare> {
	if (kind === 'SQLite') {
		const database = new DatabaseSync(url.slice('sqlite:'.length));
		return {
			run: async (text) => (/^\s*SELECT/.test(text) ? database.prepare(text).all() : database.exec(text)),
			rows: async <Row>(text: string) => database.prepare(text).all() as Row[],
			close: async () => database.close(),
		};
	}
	const client = new Client({ connectionString: POSTGRES });
	await client.connect();
	await client.query(`SET search_path = ${new URL(url).searchParams.get('schema')}`);
	return {
		run: (text) => client.query(text),
		rows: async <Row>(text: string) => (await client.query(text)).rows as Row[],
		close: () => client.end(),
	};
}

/** The indexes that aren't of a constraint, as statements. */
const INDEXES = {
	SQLite: `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`,
	Postgres: `SELECT indexname AS name, indexdef AS sql FROM pg_indexes
		WHERE schemaname = current_schema AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
} as const;

/** Nothing of it has to survive a power failure, and indexes are made faster once the rows are there. */
async function fill(kind: Kind, bare: Bare, statements: readonly string[]): Promise<void> {
	const indexes = await bare.rows<{ name: string; sql: string }>(INDEXES[kind]);
	const careless =
		kind === 'SQLite'
			? ['PRAGMA synchronous = OFF']
			: FILLED.map((table) => `ALTER TABLE ${table} SET UNLOGGED`);
	for (const statement of [
		...careless,
		...indexes.map(({ name }) => `DROP INDEX ${name}`),
		...statements,
		...indexes.map(({ sql }) => sql),
	]) {
		await bare.run(statement);
	}
}

/** What the console reads, each as often as the others. */
const readsOf = ({ campaigns, overview, inbox, conversations }: Store, now: number) =>
	({
		'recipients by state': () => campaigns.counts(CAMPAIGN),
		'why 10,000 of them are held': () => campaigns.sampleReasons(CAMPAIGN, { state: 'held', limit: SAMPLE }),
		'when 10,000 of them were sent': () =>
			campaigns.sampleTimes(CAMPAIGN, { state: 'read', limit: SAMPLE, period: HOUR }),
		'a page of recipients': () =>
			campaigns.recipients({ campaign: CAMPAIGN, states: ['read', 'held'], after: '8', limit: 100 }),
		'a page of campaigns': () => campaigns.page({ limit: 30 }),
		'a quarter of an hour of the lines': () =>
			overview.happened({ from: now - 2 * HOUR, to: now - 2 * HOUR + HOUR / 4, ahead: 0 }),
		'open windows, up to 50,000': () =>
			overview.openWindows({ channel: LARGE.channel, openedAfter: now - 24 * HOUR, most: 50_000 }),
		'customers by the beginning of a name': () =>
			overview.named({ channel: LARGE.channel, folded: 'customer 10', limit: 50 }),
		'customers by the beginning of a number': () =>
			overview.customers({ channel: LARGE.channel, name: '4915', isWhole: false, limit: 50 }),
		'those who wrote last': () => overview.recent({ channel: LARGE.channel, limit: 50 }),
		'what happened with a customer': () =>
			conversations.happenings({ channel: LARGE.channel, contact: '491701000001', limit: 300 }),
		'figures of the inbox': () => inbox.stats(),
	}) satisfies Record<string, () => Promise<unknown>>;

async function measure(kind: Kind, sizes: Sizes): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-console-'));
	const place = kind === 'SQLite' ? inSqlite(folder) : inPostgres();
	await (await openStore(place.url)).close();
	const now = Date.now();
	const bare = await openBare(kind, place.url);
	await fill(kind, bare, fillLarge(kind, sizes, now));
	// What the server does by itself, sooner or later.
	await bare.run(kind === 'Postgres' ? 'VACUUM ANALYZE' : 'ANALYZE');
	const store = await openStore(place.url, { readOnly: true });
	const contenders = Object.entries({ 'SELECT 1': () => bare.run('SELECT 1'), ...readsOf(store, now) });
	const took = new Map<string, number[]>(contenders.map(([name]) => [name, []]));
	for (let round = 0; round <= ROUNDS; round += 1) {
		for (const [name, read] of contenders) {
			const began = performance.now();
			await read();
			if (round > 0) took.get(name)!.push(performance.now() - began);
		}
	}
	const rows = [...took].map(([name, times]) => {
		const [median, most] = [medianOf(times), Math.max(...times)].map((time) => time.toFixed(1).padStart(7));
		return `${median} ms  at most ${most} ms  ${name}`;
	});
	const { recipients, events } = sizes;
	process.stdout.write(
		`${kind}, ${recipients} recipients, and ${events} events, decisions, and conversations each:\n${rows.join('\n')}\n\n`,
	);
	await store.close();
	await bare.close();
	await place.remove();
	rmSync(folder, { recursive: true, force: true });
}

/**
 * How long each read of the console takes on a large store: the median of some rounds, in turns. `--recipients` and
 * `--events` say how large, a million each by default; the names of databases select some of them.
 */
export async function benchConsole(args: string[]): Promise<void> {
	const count = { type: 'string', default: '1000000' } as const;
	const { values, positionals: names } = parseArgs({
		args,
		options: { recipients: count, events: count },
		allowPositionals: true,
	});
	const sizes = { recipients: Number(values.recipients), events: Number(values.events) };
	for (const kind of KINDS.filter((each) => names.length === 0 || names.includes(each))) {
		await measure(kind, sizes);
	}
}
