import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { Store } from '../../engine';
import { openStore } from '../../store';

/** A place for a store, which starts empty. */
export interface StorePlace {
	url: string;
	/** Opens the store. Several handles act like several processes. */
	open(): Promise<Store>;
	/** The rows of a table. */
	rows(table: string): Promise<unknown[]>;
	/** Closes all handles, and removes the place. */
	remove(): Promise<void>;
}

function placeAt(url: string, rows: StorePlace['rows'], clear: () => Promise<void> | void): StorePlace {
	const opened: Store[] = [];
	return {
		url,
		async open() {
			const store = await openStore(url);
			opened.push(store);
			return store;
		},
		rows,
		async remove() {
			await Promise.all(opened.map((store) => store.close()));
			await clear();
		},
	};
}

function inSqlite(): StorePlace {
	const folder = mkdtempSync(join(tmpdir(), 'store-'));
	const file = join(folder, 'store.db');
	async function rows(table: string) {
		const database = new DatabaseSync(file);
		const found = database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all();
		database.close();
		return found;
	}
	return placeAt(`sqlite:${file}`, rows, () => rmSync(folder, { recursive: true, force: true }));
}

/** A new schema on the tests' Postgres or on the given server. */
export function inPostgres(server = process.env.TEST_POSTGRES_URL!): StorePlace {
	const schema = `test_${randomBytes(8).toString('hex')}`;
	async function query(text: string): Promise<unknown[]> {
		const client = new Client({ connectionString: server });
		await client.connect();
		const { rows } = await client.query<object>(text);
		await client.end();
		return rows;
	}
	return placeAt(
		`${server}?schema=${schema}`,
		(table) => query(`SELECT * FROM ${schema}.${table} ORDER BY 1, 2`),
		async () => void (await query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)),
	);
}

/** The databases that a store supports, for `describe.each`. */
export const DATABASES: ReadonlyArray<[name: string, place: () => StorePlace]> = [
	['SQLite', inSqlite],
	['Postgres', () => inPostgres()],
];
