import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const RUN = '^test_run_[0-9a-f]{12}';

async function dropSchemasOf(client: Client, run: string): Promise<void> {
	const { rows } = await client.query<{ name: string }>(
		'SELECT nspname AS name FROM pg_namespace WHERE starts_with(nspname, $1)',
		[`${run}_`],
	);
	for (const { name } of rows) await client.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
}

/** Drops what runs have left that were killed. A run that isn't over holds its lock. */
async function dropLeftovers(client: Client): Promise<void> {
	const { rows } = await client.query<{ run: string }>(
		'SELECT DISTINCT substring(nspname FROM $1) AS run FROM pg_namespace WHERE nspname ~ $1',
		[RUN],
	);
	for (const { run } of rows) {
		const answer = await client.query<{ over: boolean }>(
			'SELECT pg_try_advisory_lock(hashtext($1)) AS over',
			[run],
		);
		if (!answer.rows[0]!.over) continue;
		await dropSchemasOf(client, run);
		await client.query('SELECT pg_advisory_unlock(hashtext($1))', [run]);
	}
}

/** A run of tests on a Postgres server, which other runs may use at the same time. */
export interface Run {
	/** What the names of its schemas begin with. */
	name: string;
	/** Drops all its schemas. */
	end(): Promise<void>;
}

/** Begins a run. What earlier ones have left is dropped, unless they aren't over. */
export async function beginRun(server: string): Promise<Run> {
	const name = `test_run_${randomBytes(6).toString('hex')}`;
	const client = new Client({ connectionString: server });
	await client.connect();
	await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
	await dropLeftovers(client);
	return {
		name,
		async end() {
			await dropSchemasOf(client, name);
			await client.end();
		},
	};
}
