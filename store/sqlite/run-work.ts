import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Answer, Step, Work } from '../work';
import { forOneRow } from './statement';

const RETURNS_ROWS = /^\s*(?:SELECT|WITH|VALUES)\b|\bRETURNING\b/i;

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
