import type { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from '../database';
import { loadSqlite } from '../sqlite/load-sqlite';

/** The columns of each table. */
export type Columns = ReadonlyMap<string, readonly string[]>;

/** Makes the tables of a schema version, with the rows that they begin with. */
export function makeTables(database: DatabaseSync, version: number): void {
	for (const migration of MIGRATIONS.slice(0, version)) database.exec(migration);
	database.exec(`PRAGMA user_version = ${version}`);
}

/** The tables that a SQLite database has, in the order of their names. */
export function columnsOf(database: DatabaseSync): Columns {
	const rows = database
		.prepare(
			`SELECT tables.name AS "table", columns.name AS "column"
			 FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
			 WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' ORDER BY tables.name, columns.cid`,
		)
		.all() as Array<{ table: string; column: string }>;
	const tables = new Map<string, string[]>();
	for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
	return tables;
}

/** The tables of a schema version. */
export async function expectedColumns(version: number): Promise<Columns> {
	const { DatabaseSync } = await loadSqlite();
	const database = new DatabaseSync(':memory:');
	makeTables(database, version);
	const columns = columnsOf(database);
	database.close();
	return columns;
}

/** What a store's tables lack: sentences. */
export function missingIn(found: Columns, expected: Columns): string[] {
	return [...expected].flatMap(([table, columns]) => {
		const there = found.get(table);
		if (!there) return [`The table ${table} is missing.`];
		return columns
			.filter((column) => !there.includes(column))
			.map((column) => `The column ${column} of the table ${table} is missing.`);
	});
}
