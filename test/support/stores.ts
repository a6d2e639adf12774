import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { Store } from '../../engine';
import type { OpenStoreOptions } from '../../store';
import { openStore } from '../../store';

/** A place for a store, which starts empty. */
export interface StorePlace {
	url: string;
	/** Opens the store. Several handles act like several processes. */
	open(options?: OpenStoreOptions): Promise<Store>;
	/** The rows of a table. */
	rows(table: string): Promise<unknown[]>;
	/** Takes a table away until it's put back: whatever needs it fails. */
	rename(table: string, to: string): Promise<void>;
	/** Closes all handles, and removes the place. */
	remove(): Promise<void>;
}

function placeAt(
	url: string,
	{ rows, rename }: Pick<StorePlace, 'rows' | 'rename'>,
	clear: () => Promise<void> | void,
): StorePlace {
	const opened: Store[] = [];
	return {
		url,
		async open(options) {
			const store = await openStore(url, options);
			opened.push(store);
			return store;
		},
		rows,
		rename,
		async remove() {
			await Promise.all(opened.map((store) => store.close()));
			await clear();
		},
	};
}

/** A file in a new folder, or in the given one, which is removed too. */
export function inSqlite(folder = mkdtempSync(join(tmpdir(), 'store-'))): StorePlace {
	const file = join(folder, 'store.db');
	async function rows(table: string) {
		const database = new DatabaseSync(file);
		const found = database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all();
		database.close();
		return found;
	}
	async function rename(table: string, to: string) {
		const database = new DatabaseSync(file);
		database.exec(`ALTER TABLE ${table} RENAME TO ${to}`);
		database.close();
	}
	return placeAt(`sqlite:${file}`, { rows, rename }, () => rmSync(folder, { recursive: true, force: true }));
}

/** A new schema on the tests' Postgres or on the given server. */
export function inPostgres(server = process.env.TEST_POSTGRES_URL!): StorePlace {
	const schema = `test_${randomBytes(8).toString('hex')}`;
	async function query(text: string): Promise<unknown[]> {
		const client = new Client({ connectionString: server });
		await client.connect();
		try {
			return (await client.query<object>(text)).rows;
		} finally {
			await client.end();
		}
	}
	return placeAt(
		`${server}?schema=${schema}`,
		{
			rows: (table) => query(`SELECT * FROM ${schema}.${table} ORDER BY 1, 2`),
			rename: async (table, to) => void (await query(`ALTER TABLE ${schema}.${table} RENAME TO ${to}`)),
		},
		async () => void (await query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)),
	);
}

/** The databases that a store supports, for `describe.each`. */
export const DATABASES: ReadonlyArray<[name: string, place: () => StorePlace]> = [
	['SQLite', () => inSqlite()],
	['Postgres', () => inPostgres()],
];
