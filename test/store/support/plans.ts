import { DatabaseSync } from 'node:sqlite';
import { Client, types } from 'pg';
import { toPostgres } from '../../../store/postgres/statement';
import { workRunner } from '../../../store/sqlite/run-work';
import type { Answer, Step, Work } from '../../../store/work';
import type { StorePlace } from '../../support/stores';

const INT8 = 20;

/** A database that says how it runs a step, and runs it. */
interface Planner {
	plan(step: Exclude<Step, { lock: string }>): Promise<string[]>;
	take(step: Exclude<Step, { lock: string }>): Promise<Answer>;
	close(): Promise<void>;
}

function inSqlite(url: string, now: number): Planner {
	const database = new DatabaseSync(url.slice('sqlite:'.length));
	database.function('STORE_CLOCK', () => BigInt(now * 1_000));
	const runWork = workRunner(database);
	return {
		plan: async ({ text }) =>
			database
				.prepare(`EXPLAIN QUERY PLAN ${text}`)
				.all()
				.map(({ detail }) => detail as string),
		take: async (step) =>
			runWork(
				(function* (): Work<Answer> {
					return yield step;
				})(),
			),
		close: async () => database.close(),
	};
}

async function inPostgres(url: string, now: number): Promise<Planner> {
	const client = new Client({
		connectionString: url,
		types: {
			getTypeParser: (type: number, format) => (type === INT8 ? Number : types.getTypeParser(type, format)),
		},
	});
	await client.connect();
	await client.query(`SET search_path = ${new URL(url).searchParams.get('schema')}`);
	const statementsOf = ({ text, rows }: { text: string; rows: Parameters<typeof toPostgres>[1] }) =>
		toPostgres(text, rows, () => `CAST(${now * 1_000} AS BIGINT)`);
	return {
		async plan(step) {
			const lines: string[] = [];
			for (const { text, values } of statementsOf(step)) {
				const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
				lines.push(...rows.map((row) => row['QUERY PLAN'].trim()));
			}
			return lines;
		},
		async take(step) {
			const answer: Answer = { rows: [], changes: 0 };
			for (const { text, values } of statementsOf(step)) {
				const { rows, rowCount } = await client.query<object>(text, values);
				answer.rows.push(...rows);
				answer.changes += rowCount ?? 0;
			}
			return answer;
		},
		close: () => client.end(),
	};
}

/** What a plan reads from end to end: tables without an index. SQLite also says so of the values that are given. */
function scannedIn(plan: string[]): string[] {
	const given = plan.flatMap((line) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(line)?.[1] ?? []);
	const scanned = plan.flatMap(
		(line) =>
			/^(?:-> {2})?(?:SCAN|(?:Parallel )?Seq Scan on) (?!CONSTANT|\d+ CONSTANT)(\w+)(?!.*USING)/.exec(
				line,
			)?.[1] ?? [],
	);
	return scanned.filter((name) => !given.includes(name));
}

/**
 * Runs a work on a place, and says which tables it reads from end to end, because a step that does so costs more with
 * every row, and the plans of all its steps.
 * @param now the store's clock. Epoch ms
 */
export async function planned<Result>(
	{ url }: StorePlace,
	now: number,
	work: Work<Result>,
): Promise<{ scanned: string[]; plans: string[]; result: Result }> {
	const planner = url.startsWith('sqlite:') ? inSqlite(url, now) : await inPostgres(url, now);
	const scanned: string[] = [];
	const plans: string[] = [];
	let next = work.next();
	while (!next.done) {
		const step = next.value;
		if ('lock' in step) {
			next = work.next({ rows: [], changes: 0 });
			continue;
		}
		const plan = await planner.plan(step);
		plans.push(...plan);
		scanned.push(...scannedIn(plan));
		next = work.next(await planner.take(step));
	}
	await planner.close();
	return { scanned, plans, result: next.value };
}
