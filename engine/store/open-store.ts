import { openSqliteStore } from './sqlite/open';
import type { Store } from './store';

/**
 * Opens a store by its URL: `sqlite::memory:` or `sqlite:<file>`.
 * @throws Error that says what a store's URL looks like.
 */
export async function openStore(url: string): Promise<Store> {
	const sqlite = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(url.trim())?.[1];
	if (sqlite) return openSqliteStore(sqlite);
	if (/^postgres(ql)?:/.test(url.trim())) {
		throw new Error(
			'A Postgres store is not there yet: this version keeps its state in the embedded store only. Leave the store empty, or write sqlite:<file>.',
		);
	}
	throw new Error(
		'A store is named by sqlite:<file>, or sqlite::memory: for one that ends with the process.',
	);
}
