import type { PostgresServer } from './start-postgres';
import { postgresAnswers, startPostgres } from './start-postgres';

declare global {
	var ownPostgres: PostgresServer | undefined;
}

const LOCAL = 'postgres://postgres@127.0.0.1:5432/postgres';

/** The tests use the Postgres that runs on this machine, or else start their own. */
export default async function setUp(): Promise<void> {
	if (process.env.TEST_POSTGRES_URL) return;
	if (await postgresAnswers(LOCAL)) {
		process.env.TEST_POSTGRES_URL = LOCAL;
		return;
	}
	globalThis.ownPostgres = await startPostgres();
	process.env.TEST_POSTGRES_URL = globalThis.ownPostgres.url;
}
