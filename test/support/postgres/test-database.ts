import { Client } from 'pg';

/** It stays on the server, because dropping a database takes longer than most test files. */
const NAME = 'business_messaging_tests';
const IS_THERE = '42P04';

/**
 * The database that tests on a server share, made if it isn't there yet. Its commits don't wait for the disk, which takes
 * ten times as long: tests that kill a server start one of their own.
 */
export async function testDatabase(server: string): Promise<string> {
	const client = new Client({ connectionString: server });
	await client.connect();
	try {
		// Several runs may begin at once.
		await client.query(`SELECT pg_advisory_lock(hashtext('${NAME}'))`);
		await client.query(`CREATE DATABASE ${NAME} TEMPLATE template0`).catch((error: { code?: string }) => {
			if (error.code !== IS_THERE) throw error;
		});
		await client.query(`ALTER DATABASE ${NAME} SET synchronous_commit = off`);
	} finally {
		await client.end();
	}
	const url = new URL(server);
	url.pathname = NAME;
	return String(url);
}
