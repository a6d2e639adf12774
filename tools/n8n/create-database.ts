import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface OwnDatabase {
	url: string;
	/** Closes its connections and removes it. */
	drop(): Promise<void>;
}

/** Creates a new database on a Postgres server, such as postgres://postgres@127.0.0.1:5432/postgres. */
export async function createDatabase(server: string): Promise<OwnDatabase> {
	const name = `business_messaging_${randomBytes(6).toString('hex')}`;
	async function run(statement: string): Promise<void> {
		const client = new Client({ connectionString: server });
		await client.connect();
		try {
			await client.query(statement);
		} finally {
			await client.end();
		}
	}
	await run(`CREATE DATABASE ${name}`);
	const url = new URL(server);
	url.pathname = `/${name}`;
	return { url: url.toString(), drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
