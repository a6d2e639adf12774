import type { ClientBase } from 'pg';
import type { DatabaseSync } from 'node:sqlite';
import { assertMayWrite, MIGRATIONS, MINIMUM_WRITER } from '../database';
import { createSchema, migrateTo, withClient } from '../postgres/open-pool';
import { toPostgres } from '../postgres/statement';
import type { Value } from '../work';
import { loadSqlite } from '../sqlite/load-sqlite';
import { columnsOf } from './expected-schema';
import { quoted } from './standing-postgres';
import { TABLES_OF_DATA } from './tables-of-data';

/** How many rows are written at a time. */
const PIECE = 1_000;

async function tablesIn(client: ClientBase): Promise<Set<string>> {
	const { rows } = await client.query<{ name: string }>(
		'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
	);
	return new Set(rows.map(({ name }) => name));
}

/** Whether something is in a store that would be lost. */
export const postgresHasData = (url: string): Promise<boolean> =>
	withClient(url, async (client) => {
		const tables = await tablesIn(client);
		for (const table of TABLES_OF_DATA) {
			if (!tables.has(table)) continue;
			if ((await client.query(`SELECT 1 FROM ${table} LIMIT 1`)).rowCount !== 0) return true;
		}
		return false;
	});

/** Writes the rows of a table that a file has. */
async function fill(
	client: ClientBase,
	made: DatabaseSync,
	table: string,
	columns: readonly string[],
): Promise<void> {
	const names = columns.map(quoted).join(', ');
	const text = `INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`;
	let rows: Value[][] = [];
	async function write(): Promise<void> {
		for (const statement of rows.length === 0 ? [] : toPostgres(text, rows)) {
			await client.query(statement.text, statement.values);
		}
		rows = [];
	}
	for (const row of made.prepare(`SELECT ${names} FROM ${table}`).iterate()) {
		rows.push(columns.map((column) => row[column] as Value));
		if (rows.length === PIECE) await write();
	}
	await write();
}

/**
 * Replaces the tables of a store by those of a file of the newest schema version, in one transaction: others see the old
 * ones until it ends.
 * @param onShare hears how much is written, from 0 to 1
 * @throws Error if a newer version of the package has changed the store
 */
export function replaceTables(url: string, file: string, onShare: (share: number) => void): Promise<void> {
	return withClient(url, async (client, schema) => {
		const { DatabaseSync } = await loadSqlite();
		const made = new DatabaseSync(file, { readOnly: true });
		try {
			await client.query('BEGIN');
			await createSchema(client, schema);
			const before = await tablesIn(client);
			if (before.has('store_format')) {
				const { rows } = await client.query<{ minimum_writer: number }>(MINIMUM_WRITER);
				assertMayWrite(rows[0]?.minimum_writer ?? 0);
			}
			const tables = columnsOf(made);
			for (const table of tables.keys()) if (before.has(table)) await client.query(`DROP TABLE ${table}`);
			await migrateTo(client, 0, MIGRATIONS.length);
			for (const [index, [table, columns]] of [...tables].entries()) {
				onShare(index / tables.size);
				await client.query(`DELETE FROM ${table}`);
				await fill(client, made, table, columns);
			}
			await client.query('COMMIT');
		} catch (error) {
			await client.query('ROLLBACK').catch(() => {});
			throw error;
		} finally {
			made.close();
		}
	});
}
