import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Client } from 'pg';

/** What the databases of this process were asked. */
export interface Asked {
	/** Statements that read or write, and locks. */
	statements: number;
	/** With those that begin and end transactions: each is a round trip where the database is a server. */
	roundTrips: number;
	transactions: number;
}

const total: Asked = { statements: 0, roundTrips: 0, transactions: 0 };

const FRAMES = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i;

function note(text: string): void {
	total.roundTrips += 1;
	if (/^\s*BEGIN\b/i.test(text)) total.transactions += 1;
	if (!FRAMES.test(text)) total.statements += 1;
}

/**
 * Counts what goes to SQLite and Postgres from now on.
 * @returns ends it
 */
export function countStatements(): () => void {
	const { exec } = DatabaseSync.prototype;
	const { all, run } = StatementSync.prototype;
	const { query } = Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
	DatabaseSync.prototype.exec = function (text) {
		note(text);
		return exec.call(this, text);
	};
	for (const [name, plain] of Object.entries({ all, run })) {
		Object.assign(StatementSync.prototype, {
			[name](this: StatementSync, ...values: unknown[]) {
				note(this.sourceSQL);
				return (plain as (...given: unknown[]) => unknown).apply(this, values);
			},
		});
	}
	Object.assign(Client.prototype, {
		query(this: Client, ...given: unknown[]) {
			const [text] = given;
			note(typeof text === 'string' ? text : ((text as { text?: string }).text ?? ''));
			return query.apply(this, given);
		},
	});
	return () => {
		DatabaseSync.prototype.exec = exec;
		Object.assign(StatementSync.prototype, { all, run });
		Object.assign(Client.prototype, { query });
	};
}

/** What was asked while something ran. */
export async function askedBy(act: () => Promise<void>): Promise<Asked> {
	const before = { ...total };
	await act();
	return {
		statements: total.statements - before.statements,
		roundTrips: total.roundTrips - before.roundTrips,
		transactions: total.transactions - before.transactions,
	};
}
