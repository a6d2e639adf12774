import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Answer, Step, Work } from '../work';

const RETURNS_ROWS = /^\s*(?:SELECT|WITH|VALUES)\b|\bRETURNING\b/i;

/** A list of values that is the only table of its part of a statement. */
const LIST = /\bFROM \(VALUES \(((?:[^()]|\([^()]*\))*)\)\) AS (\w+)(?=\s+(?:WHERE|RETURNING)\b|\s*\))/;
const BETWEEN_VALUES = /,(?![^()]*\))/;

/**
 * A work's statement as SQLite runs it fastest. Rows run one after the other here, and SQLite makes a table for each
 * list, which takes a third of what the rest of an update takes. So the values of a list stand where its columns are
 * read. A list that is joined with a table stays: SQLite doesn't make a table for that.
 */
export function forOneRow(asWritten: string): string {
	let number = 0;
	const text = asWritten.replaceAll('?', () => `?${(number += 1)}`);
	const [list, row = '', name] = LIST.exec(text) ?? [];
	if (list === undefined) return text;
	const values = row.split(BETWEEN_VALUES).map((value) => value.trim());
	return text
		.replace(list, '')
		.replaceAll(new RegExp(`\\b(?:${name}\\.)?column(\\d+)\\b`, 'g'), (_, column) => values[column - 1]!);
}

/** Runs works on a database, from end to end without letting go of the thread. */
export function workRunner(database: DatabaseSync) {
	const prepared = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

	function prepare(text: string) {
		const known = prepared.get(text);
		if (known) return known;
		const made = { statement: database.prepare(forOneRow(text)), returnsRows: RETURNS_ROWS.test(text) };
		prepared.set(text, made);
		return made;
	}

	function take(step: Step): Answer {
		// SQLite has one writer at a time, who holds every lock.
		if ('lock' in step) return { rows: [], changes: 0 };
		const { statement, returnsRows } = prepare(step.text);
		const answer: Answer = { rows: [], changes: 0 };
		for (const values of step.rows) {
			if (returnsRows) answer.rows.push(...statement.all(...values));
			else answer.changes += Number(statement.run(...values).changes);
		}
		return answer;
	}

	return function runWork<Result>(work: Work<Result>): Result {
		let next = work.next();
		while (!next.done) next = work.next(take(next.value));
		return next.value;
	};
}
