import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '../../engine';
import type { OpenStoreOptions } from '../../store';
import { openStore } from '../../store';
import { connectionTo } from './postgres/connection';
import { dropSchema, giveBackSchema, newSchemaName, takeSchema } from './postgres/schemas';

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

/** What differs between the databases. */
interface Ground extends Pick<StorePlace, 'url' | 'rows' | 'rename'> {
	/** Makes the tables before the store is opened for the first time, unless opening is to do that. */
	prepare?(): Promise<void>;
	clear(): Promise<void> | void;
}

function placeAt({ url, rows, rename, prepare, clear }: Ground): StorePlace {
	const opened: Store[] = [];
	let prepared: Promise<void> | undefined;
	return {
		url,
		async open(options) {
			await (prepared ??= prepare?.());
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

function sqliteIn(folder: string): Ground {
	const file = join(folder, 'store.db');
	function withFile<Result>(act: (database: DatabaseSync) => Result): Result {
		const database = new DatabaseSync(file);
		const result = act(database);
		database.close();
		return result;
	}
	return {
		url: `sqlite:${file}`,
		rows: async (table) =>
			withFile((database) => database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()),
		rename: async (table, to) =>
			withFile((database) => database.exec(`ALTER TABLE ${table} RENAME TO ${to}`)),
		clear: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** A file in a new folder, or in the given one, which is removed too. */
export const inSqlite = (folder = mkdtempSync(join(tmpdir(), 'store-'))): StorePlace =>
	placeAt(sqliteIn(folder));

function postgresAt(server: string): Ground & { schema: string } {
	const schema = newSchemaName();
	const query = (text: string) => connectionTo(server).query<object>(text);
	return {
		schema,
		url: `${server}?schema=${schema}`,
		rows: async (table) => (await query(`SELECT * FROM ${schema}.${table} ORDER BY 1, 2`)).rows,
		rename: async (table, to) => void (await query(`ALTER TABLE ${schema}.${table} RENAME TO ${to}`)),
		clear: () => dropSchema(server, schema),
	};
}

/** A new schema on the tests' Postgres or on the given server. */
export const inPostgres = (server = process.env.TEST_POSTGRES_URL!): StorePlace =>
	placeAt(postgresAt(server));

/** The content of a SQLite file with the newest tables. */
let migratedFile: Promise<Buffer> | undefined;

async function makeMigratedFile(): Promise<Buffer> {
	const folder = mkdtempSync(join(tmpdir(), 'store-'));
	const file = join(folder, 'store.db');
	await (await openStore(`sqlite:${file}`)).close();
	const content = readFileSync(file);
	rmSync(folder, { recursive: true });
	return content;
}

/** The same, with tables from the beginning: migrating takes longer than most cases. */
function inMigratedSqlite(): StorePlace {
	const ground = sqliteIn(mkdtempSync(join(tmpdir(), 'store-')));
	const file = ground.url.slice('sqlite:'.length);
	return placeAt({
		...ground,
		async prepare() {
			if (!existsSync(file))
				writeFileSync(file, await (migratedFile ??= makeMigratedFile()), { mode: 0o600 });
		},
	});
}

function inMigratedPostgres(): StorePlace {
	const server = process.env.TEST_POSTGRES_URL!;
	const ground = postgresAt(server);
	let isTaken = false;
	return placeAt({
		...ground,
		async prepare() {
			isTaken = await takeSchema(server, ground.schema);
		},
		clear: () => (isTaken ? giveBackSchema(server, ground.schema) : ground.clear()),
	});
}

/**
 * The databases that a store supports, for `describe.each`. Their tables are there when the store is opened for the first
 * time, unless the case has made them.
 */
export const DATABASES: ReadonlyArray<[name: string, place: () => StorePlace]> = [
	['SQLite', inMigratedSqlite],
	['Postgres', inMigratedPostgres],
];
