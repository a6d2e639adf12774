import type { ClientBase } from 'pg';
import type { Database } from '../database';
import type { Answer, Step, Work } from '../work';
import { openPool } from './open-pool';
import { toPostgres } from './statement';

/** How often a transaction is tried that stood in the way of another. */
const TRIES = 5;

/** Serialization failure, deadlock. */
const IN_THE_WAY: ReadonlySet<unknown> = new Set(['40001', '40P01']);

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

async function take(client: Pick<ClientBase, 'query'>, step: Step): Promise<Answer> {
	if ('lock' in step) {
		const kind = step.shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
		await client.query(`SELECT ${kind}(hashtext(current_schema() || $1))`, [`:${step.lock}`]);
		return { rows: [], changes: 0 };
	}
	const answer: Answer = { rows: [], changes: 0 };
	for (const { text, values } of toPostgres(step.text, step.rows)) {
		const { rows, rowCount } = await client.query<object>(text, values);
		answer.rows.push(...rows);
		answer.changes += rowCount ?? 0;
	}
	return answer;
}

async function runWork<Result>(client: Pick<ClientBase, 'query'>, work: Work<Result>): Promise<Result> {
	let next = work.next();
	while (!next.done) next = work.next(await take(client, next.value));
	return next.value;
}

/** A database on a Postgres server, in its own schema (`?schema=`, by default `business_messaging`). */
export async function openPostgresDatabase(url: string): Promise<Database> {
	const pool = await openPool(url);

	/** A connection with a transaction begun. One that died while it was idle is replaced. */
	async function begin() {
		for (let triesLeft = 1; ; triesLeft -= 1) {
			const client = await pool.connect();
			try {
				await client.query('BEGIN');
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

	return {
		read: (work) => runWork(pool, work()),
		async write(work) {
			for (let triesLeft = TRIES - 1; ; triesLeft -= 1) {
				try {
					return await inTransaction(work);
				} catch (error) {
					if (triesLeft === 0 || !IN_THE_WAY.has(codeOf(error))) throw error;
				}
			}
		},
		async close() {
			if (!pool.ending) await pool.end();
		},
	};
}
