import type { ClientBase } from 'pg';
import type { Database } from '../database';
import type { Answer, Step, Work } from '../work';
import type { PoolOptions } from './open-pool';
import { beginTransaction, openPool } from './open-pool';
import { toPostgres } from './statement';
import { tryAgain } from './try-again';

async function take(client: Pick<ClientBase, 'query'>, step: Step, clock?: () => string): Promise<Answer> {
	if ('lock' in step) {
		const kind = step.shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
		await client.query(`SELECT ${kind}(hashtext(current_schema() || $1))`, [`:${step.lock}`]);
		return { rows: [], changes: 0 };
	}
	const answer: Answer = { rows: [], changes: 0 };
	for (const { text, values } of toPostgres(step.text, step.rows, clock)) {
		const { rows, rowCount } = await client.query<object>(text, values);
		answer.rows.push(...rows);
		answer.changes += rowCount ?? 0;
	}
	return answer;
}

/**
 * A database on a Postgres server, in its own schema (`?schema=`, by default `business_messaging`).
 * @param clock the store's clock (epoch µs); the server's own if left out
 */
export async function openPostgresDatabase(
	url: string,
	clock?: () => number,
	options?: PoolOptions,
): Promise<Database> {
	const pool = await openPool(url, options);
	const clockText = clock && (() => `CAST(${clock()} AS BIGINT)`);

	async function runWork<Result>(client: Pick<ClientBase, 'query'>, work: Work<Result>): Promise<Result> {
		let next = work.next();
		while (!next.done) next = work.next(await take(client, next.value, clockText));
		return next.value;
	}

	/** A connection with a transaction begun. One that died while it was idle is replaced. */
	async function begin() {
		for (let triesLeft = 1; ; triesLeft -= 1) {
			const client = await pool.connect();
			try {
				await beginTransaction(client);
				return client;
			} catch (error) {
				client.release(true);
				if (triesLeft === 0) throw error;
			}
		}
	}

	async function inTransaction<Result>(work: () => Work<Result>): Promise<Result> {
		const client = await begin();
		try {
			const result = await runWork(client, work());
			await client.query('COMMIT');
			client.release();
			return result;
		} catch (error) {
			const undone = await client.query('ROLLBACK').then(
				() => true,
				() => false,
			);
			client.release(!undone);
			throw error;
		}
	}

	const write = <Result>(work: () => Work<Result>): Promise<Result> => tryAgain(() => inTransaction(work));

	return {
		read: (work) => runWork(pool, work()),
		write,
		// The wait for the server's disk doesn't stop n8n's thread.
		writeLearnable: write,
		emptyLog: async () => {},
		async close() {
			if (!pool.ending) await pool.end();
		},
	};
}
