import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { openStore } from '../../../store';
import type { Running } from './contestant';

const PAGE = 5_000;

/** The ids of all events in a store's inbox. */
async function idsInStore(url: string): Promise<string[]> {
	const store = await openStore(url);
	const ids: string[] = [];
	for (let after = 0; ;) {
		const page = await store.inbox.read({ after, limit: PAGE });
		if (page.length === 0) break;
		for (const { event } of page) ids.push(event.id);
		after = page.at(-1)!.seq;
	}
	await store.close();
	return ids;
}

/** Waits until the active subscriptions of a store have settled everything in its inbox. */
export async function drained(url: string): Promise<void> {
	const store = await openStore(url);
	for (;;) {
		const { subscriptions } = await store.inbox.stats();
		if (subscriptions.length > 0 && subscriptions.every(({ lag }) => lag === 0)) break;
		await wait(50);
	}
	await store.close();
}

/** The size of a SQLite database on disk, including its write-ahead log. bytes */
export function sizeOfSqlite(file: string): number {
	return [file, `${file}-wal`].reduce((sum, each) => sum + (existsSync(each) ? statSync(each).size : 0), 0);
}

/** The store of a contestant. */
export interface BenchPlace {
	url: string;
	keeping: Required<Pick<Running, 'kept' | 'databaseSize'>>;
	remove(): Promise<void>;
}

export function inSqlite(folder: string): BenchPlace {
	const file = join(folder, 'store.db');
	const url = `sqlite:${file}`;
	return {
		url,
		keeping: { kept: () => idsInStore(url), databaseSize: async () => sizeOfSqlite(file) },
		remove: async () => {},
	};
}

/** The server of the benchmarks' databases. */
export const POSTGRES = process.env.BENCH_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A new schema on a Postgres server: the one in BENCH_POSTGRES_URL, or the one on this machine. */
export function inPostgres(): BenchPlace {
	const schema = `bench_${randomBytes(6).toString('hex')}`;
	const url = `${POSTGRES}?schema=${schema}`;
	async function query<Row extends object>(text: string): Promise<Row[]> {
		const client = new Client({ connectionString: POSTGRES });
		await client.connect();
		const { rows } = await client.query<Row>(text);
		await client.end();
		return rows;
	}
	const size = `
		SELECT COALESCE(sum(pg_total_relation_size(c.oid)), 0) AS size FROM pg_class AS c
		JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = '${schema}' AND c.relkind = 'r'`;
	return {
		url,
		keeping: {
			kept: () => idsInStore(url),
			databaseSize: async () => Number((await query<{ size: string }>(size))[0]!.size),
		},
		remove: async () => void (await query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)),
	};
}
