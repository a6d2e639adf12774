import type { Run } from './run';
import { beginRun } from './run';
import type { PostgresServer } from './start-postgres';
import { postgresAnswers, startPostgres } from './start-postgres';
import { testDatabase } from './test-database';

declare global {
	var ownPostgres: PostgresServer | undefined;
	var runOnPostgres: Run | undefined;
}

const LOCAL = 'postgres://postgres@127.0.0.1:5432/postgres';

/** The Postgres that runs on this machine, or else one of the tests' own. */
async function findPostgres(): Promise<string> {
	if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL;
	if (await postgresAnswers(LOCAL)) return LOCAL;
	globalThis.ownPostgres = await startPostgres();
	return globalThis.ownPostgres.url;
}

/** Tests that need Postgres use a database on the server that is found here. */
export default async function setUp(): Promise<void> {
	process.env.TEST_POSTGRES_URL = await testDatabase(await findPostgres());
	globalThis.runOnPostgres = await beginRun(process.env.TEST_POSTGRES_URL);
	process.env.TEST_POSTGRES_RUN = globalThis.runOnPostgres.name;
}
