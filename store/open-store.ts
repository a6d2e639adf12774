import type { Runtime } from '../base';
import { systemRuntime } from '../base';
import { createStore } from './create-store';
import { openPostgresDatabase } from './postgres/postgres-database';
import { openSqliteDatabase } from './sqlite/sqlite-database';
import type { Store } from '../engine/store/store';

export interface OpenStoreOptions {
	/** Time and timers for the store and everything that works with it; the process's own by default. */
	runtime?: Runtime;
	/**
	 * Whether users other than this process's may read a new SQLite file and its folder. By default only this one can: a
	 * file that exists keeps its rights.
	 */
	isFolderShared?: boolean;
}

/**
 * Opens a store by its URL: `sqlite::memory:`, `sqlite:<file>`, or `postgres://<user>:<password>@<host>/<database>`,
 * where `?schema=` names the schema of its tables (`business_messaging` by default).
 * @throws Error that says what a store's URL looks like, or why the store can't be opened.
 */
export async function openStore(
	url: string,
	{ runtime = systemRuntime, isFolderShared = false }: OpenStoreOptions = {},
): Promise<Store> {
	const named = url.trim();
	const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(named)?.[1];
	if (file) return createStore(await openSqliteDatabase(file, runtime, isFolderShared), runtime);
	if (/^postgres(ql)?:\/\//.test(named)) return createStore(await openPostgresDatabase(named), runtime);
	throw new Error(
		'The URL of a store is sqlite:<file>, postgres://<user>:<password>@<host>:5432/<database>, or sqlite::memory: for a store that ends with the process.',
	);
}
