import { existsSync } from 'node:fs';
import type { StoreAddress } from '../store-address';
import { withPostgres } from './standing-postgres';
import { withSqlite } from './standing-sqlite';
import type { StandingStore } from './standing-store';

/**
 * Does something with a store as it stands.
 * @throws Error if it doesn't exist, can't be reached, or isn't a store
 */
export async function withStandingStore<Result>(
	address: StoreAddress,
	act: (store: StandingStore) => Promise<Result>,
): Promise<Result> {
	if (address.database === 'postgres') return withPostgres(address.url, act);
	assertExists(address.file);
	return withSqlite(address.file, act);
}

/** Opening a store creates it if it doesn't exist, which a command that only reads must not do. */
export function assertExists(file: string): void {
	if (file === ':memory:') throw new Error('A store in memory ends with its process. Name a file.');
	if (!existsSync(file)) throw new Error(`The store sqlite:${file} doesn't exist.`);
}
