import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { Store } from '../../engine';
import { openStore } from '../../store';
import { createDatabase } from '../n8n';
import { POSTGRES } from './webhooks/stores';

/** `n (i)`: so many rows, counted from 1. */
export const rowsOf = (count: number): string =>
	`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;

interface FilledStore {
	store: Store;
	/** Closes the store, and removes it. */
	remove(): Promise<void>;
}

/** A store that these statements have filled. */
export async function filledStore(
	database: 'SQLite' | 'Postgres',
	statements: readonly string[],
): Promise<FilledStore> {
	if (database === 'SQLite') {
		const folder = await mkdtemp(join(tmpdir(), 'bench-'));
		const file = join(folder, 'store.db');
		const store = await openStore(`sqlite:${file}`);
		const filling = new DatabaseSync(file);
		for (const text of statements) filling.exec(text);
		filling.close();
		return {
			store,
			async remove() {
				await store.close();
				await rm(folder, { recursive: true });
			},
		};
	}
	const own = await createDatabase(POSTGRES);
	const store = await openStore(own.url);
	const client = new Client({ connectionString: own.url });
	await client.connect();
	await client.query('SET search_path = business_messaging');
	for (const text of statements) await client.query(text);
	await client.end();
	return {
		store,
		async remove() {
			await store.close();
			await own.drop();
		},
	};
}
