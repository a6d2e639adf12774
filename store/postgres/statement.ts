import type { Value } from '../work';
import { CLOCK } from '../work';

/** The most values that Postgres takes in one statement. */
const MOST_VALUES = 60_000;

const ROW = /\bVALUES\s*(\((?:[^()]|\([^()]*\))*\))/i;

/** The server's clock, of this moment. */
const SERVER_CLOCK = 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)';

/** Postgres numbers its values, and can't store a text with a zero character. */
function numbered(text: string): string {
	let number = 0;
	return text.replace(/\?/g, () => `$${(number += 1)}`);
}

const storable = (value: Value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value);

export interface PostgresStatement {
	text: string;
	values: Value[];
}

/**
 * A work's statement as Postgres reads it: all rows at once if it has a list of values, otherwise one after the other.
 * @param clock the store's clock as SQL (epoch µs); the server's own if left out
 */
export function toPostgres(
	asWritten: string,
	rows: Value[][],
	clock: () => string = () => SERVER_CLOCK,
): PostgresStatement[] {
	const text = asWritten.includes(CLOCK) ? asWritten.replaceAll(CLOCK, clock()) : asWritten;
	const width = Math.max(1, rows[0]?.length ?? 1);
	const row = rows.length > 1 ? ROW.exec(text)?.[1] : undefined;
	const most = row === undefined ? 1 : Math.floor(MOST_VALUES / width);
	const statements: PostgresStatement[] = [];
	for (let from = 0; from < rows.length; from += most) {
		const some = rows.slice(from, from + most);
		const written = row === undefined ? text : text.replace(row, Array(some.length).fill(row).join(', '));
		statements.push({ text: numbered(written), values: some.flat().map(storable) });
	}
	return statements;
}

/**
 * A schema written for SQLite, in the types of Postgres, with what only Postgres has, which is a comment for SQLite. Texts
 * are compared by their bytes, as in SQLite.
 */
export function schemaForPostgres(schema: string): string {
	return schema
		.replaceAll(/^-- Postgres only: /gm, '')
		.replaceAll(/\bINTEGER\b/g, 'BIGINT')
		.replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"')
		.replaceAll(/\bBLOB\b/g, 'BYTEA')
		.replaceAll(/\) WITHOUT ROWID;/g, ');');
}
