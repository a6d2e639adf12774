import type { ClientBase } from 'pg';
import type { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS, MINIMUM_WRITER, saysWhoWrites } from '../database';
import { withClient } from '../postgres/open-pool';
import type { Value } from '../work';
import type { Columns } from './expected-schema';
import { columnsOf, expectedColumns, makeTables, missingIn } from './expected-schema';
import type { StandingStore } from './standing-store';

/** How many rows are read at a time. */
const PIECE = 2_000;

const COLUMNS = `
	SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
	WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`;

/** Indexes that a server left unfinished or marked as broken: they miss rows. */
const BROKEN_INDEXES = `
	SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = pg_index.indexrelid
	WHERE relnamespace = current_schema()::regnamespace AND NOT (indisvalid AND indisready) ORDER BY relname`;

/** A name in SQL: some, like "trigger", are words of its own. */
export const quoted = (name: string) => `"${name}"`;

async function columnsIn(client: ClientBase): Promise<Columns> {
	const { rows } = await client.query<{ table: string; column: string }>(COLUMNS);
	const tables = new Map<string, string[]>();
	for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
	return tables;
}

async function versionOf(client: ClientBase, found: Columns): Promise<number> {
	if (!found.has('schema_version')) return 0;
	const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
	return rows[0]?.version ?? 0;
}

async function minimumWriterOf(client: ClientBase): Promise<number | undefined> {
	return (await client.query<{ minimum_writer: number }>(MINIMUM_WRITER)).rows[0]?.minimum_writer;
}

/** Copies the rows of a table, some at a time. */
async function copyTable(
	client: ClientBase,
	copy: DatabaseSync,
	table: string,
	columns: readonly string[],
): Promise<void> {
	const names = columns.map(quoted).join(', ');
	await client.query(`DECLARE piece NO SCROLL CURSOR FOR SELECT ${names} FROM ${table}`);
	const insert = copy.prepare(
		`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
	);
	for (;;) {
		const { rows } = await client.query<Value[]>({ text: `FETCH ${PIECE} FROM piece`, rowMode: 'array' });
		for (const row of rows) insert.run(...row);
		if (rows.length < PIECE) break;
	}
	await client.query('CLOSE piece');
}

/**
 * Writes all rows to a SQLite file of the same schema version. The schema is the same on both databases, so that one
 * format of backups does for both, without a pg_dump of the server's version.
 */
async function copyTo(
	client: ClientBase,
	version: number,
	file: string,
	onShare: (share: number) => void = () => {},
): Promise<void> {
	if (version > MIGRATIONS.length) {
		throw new Error(
			`The store was changed by a newer version of this package (schema version ${version}; this one knows up to ${MIGRATIONS.length}). Use that version.`,
		);
	}
	const { DatabaseSync } = await import('node:sqlite');
	const copy = new DatabaseSync(file);
	try {
		copy.exec('BEGIN');
		makeTables(copy, version);
		const tables = [...columnsOf(copy)];
		for (const [index, [table, columns]] of tables.entries()) {
			onShare(index / tables.length);
			copy.exec(`DELETE FROM ${table}`);
			await copyTable(client, copy, table, columns);
		}
		copy.exec('COMMIT');
	} finally {
		copy.close();
	}
}

/** Does something with the store in a Postgres schema, as of one moment. @throws Error if the server can't be reached */
export function withPostgres<Result>(
	url: string,
	act: (store: StandingStore) => Promise<Result>,
): Promise<Result> {
	return withClient(url, async (client) => {
		await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
		const found = await columnsIn(client);
		const version = await versionOf(client, found);
		const hasFormat = saysWhoWrites(version) && found.has('store_format');
		const minimumWriter = hasFormat ? await minimumWriterOf(client) : undefined;
		return act({
			version,
			...(minimumWriter !== undefined && { minimumWriter }),
			async damage() {
				const { rows } = await client.query<{ name: string }>(BROKEN_INDEXES);
				const expected = await expectedColumns(Math.min(version, MIGRATIONS.length));
				return [
					...rows.map(({ name }) => `The index ${name} isn't valid. Run REINDEX INDEX ${name}.`),
					...(version > MIGRATIONS.length ? [] : missingIn(found, expected)),
				];
			},
			copyTo: (file, onShare) => copyTo(client, version, file, onShare),
		});
	});
}
