import type { ClientBase } from 'pg';
import type { Answer, Step, Work } from '../work';
import { toPostgres } from './statement';

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
 * Runs a work on a connection, in the transaction that it is in.
 * @param clock the store's clock as SQL (epoch µs); the server's own if left out
 */
export async function runWork<Result>(
	client: Pick<ClientBase, 'query'>,
	work: Work<Result>,
	clock?: () => string,
): Promise<Result> {
	let next = work.next();
	while (!next.done) next = work.next(await take(client, next.value, clock));
	return next.value;
}
