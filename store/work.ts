/** What a column can hold. JSON is kept as text, times as epoch ms. */
export type Value = string | number | Uint8Array | null;

/**
 * The store's clock, in a statement: epoch µs. SQLite has it from the runtime, and a Postgres server has its own, so that
 * processes whose clocks differ agree. It is read when the row is: after the wait for whoever holds it.
 */
export const CLOCK = 'STORE_CLOCK()';

/** The same in epoch ms. */
export const CLOCK_MS = `(${CLOCK} / 1000)`;

/** The same, read once for a statement, so that an index can be searched by it. */
export const NOW = `(SELECT ${CLOCK_MS})`;

/**
 * A statement, run once for each row of values. It is written for one row, with `?` for each value. If it says
 * `VALUES (?, …)`, a store can run all rows at once. The columns of a list `FROM (VALUES (?, …)) AS name` are read one
 * by one, as `name.column1`. No two rows may write the same row of a table.
 */
interface Statement {
	text: string;
	rows: Value[][];
}

/** Holds a lock until the end of the transaction: shared, or alone. */
interface Lock {
	lock: string;
	shared: boolean;
}

export type Step = Statement | Lock;

/** The result of a statement: the rows that it read or returned, and how many it changed. */
export interface Answer {
	rows: unknown[];
	changes: number;
}

/**
 * One atomic operation of the store, written once for every database: it yields its statements and gets their answers.
 * SQLite runs it from end to end without letting go of the thread, Postgres in its own transaction. It can run
 * again from its beginning, so it touches nothing but the database.
 */
export type Work<Result> = Generator<Step, Result, Answer>;

/** The rows of a query. */
export function* all<Row>(text: string, ...values: Value[]): Work<Row[]> {
	return (yield { text, rows: [values] }).rows as Row[];
}

/** The first row of a query. */
export function* one<Row>(text: string, ...values: Value[]): Work<Row | undefined> {
	return (yield* all<Row>(text, ...values))[0];
}

/** How many rows a statement changed. */
export function* run(text: string, ...values: Value[]): Work<number> {
	return (yield { text, rows: [values] }).changes;
}

/** Runs a statement for each row of values, and returns all rows that it read or returned. */
export function* each<Row>(text: string, rows: Value[][]): Work<Row[]> {
	return rows.length === 0 ? [] : ((yield { text, rows }).rows as Row[]);
}

/** Waits for a lock, and holds it until the end of the transaction. */
export function* lock(name: string, { shared = false } = {}): Work<void> {
	yield { lock: name, shared };
}
