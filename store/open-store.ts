import type { Runtime } from '../base';
import { systemRuntime } from '../base';
import { createStore } from './create-store';
import { openPostgresDatabase } from './postgres/postgres-database';
import { openSqliteDatabase } from './sqlite/sqlite-database';
import type { Store } from '../engine/store/store';

/**
 * Opens a store by its URL: `sqlite::memory:`, `sqlite:<file>`, or `postgres://<user>:<password>@<host>/<database>`,
 * where `?schema=` names the schema of its tables (`business_messaging` by default).
 * @param options.runtime time and timers for the store and everything that works with it; the process's own by default
 * @throws Error that says what a store's URL looks like, or why the store can't be opened.
 */
export async function openStore(
	url: string,
	{ runtime = systemRuntime }: { runtime?: Runtime } = {},
): Promise<Store> {
	const named = url.trim();
	const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(named)?.[1];
	if (file) return createStore(await openSqliteDatabase(file, runtime), runtime);
	if (/^postgres(ql)?:\/\//.test(named)) return createStore(await openPostgresDatabase(named), runtime);
	throw new Error(
		'The URL of a store is sqlite:<file>, postgres://<user>:<password>@<host>:5432/<database>, or sqlite::memory: for a store that ends with the process.',
	);
}
