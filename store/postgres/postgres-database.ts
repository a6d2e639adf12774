import type { Database } from '../database';
import type { Work } from '../work';
import type { PoolOptions } from './open-pool';
import { beginTransaction, openPool } from './open-pool';
import { runWork } from './run-work';
import { tryAgain } from './try-again';

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
			const result = await runWork(client, work(), clockText);
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
		read: (work) => runWork(pool, work(), clockText),
		write,
		// The wait for the server's disk doesn't stop n8n's thread.
		writeLearnable: write,
		emptyLog: async () => {},
		async close() {
			if (!pool.ending) await pool.end();
		},
	};
}
