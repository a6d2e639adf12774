import type { Pool, PoolClient } from 'pg';
import { errorText } from '../../base';
import { assertKnown, MIGRATIONS } from '../database';
import { schemaForPostgres } from './statement';

const DEFAULT_SCHEMA = 'business_messaging';
const CONNECTIONS = 10;
/** How long to wait for a connection. ms */
const CONNECT_TIMEOUT = 5_000;
/** How long to wait for an answer. ms */
const QUERY_TIMEOUT = 30_000;

const INT8 = 20;

/** The address of the server, and the schema that the tables are in. */
function readUrl(url: string): { connectionString: string; schema: string } {
	const parsed = new URL(url);
	const schema = parsed.searchParams.get('schema') ?? DEFAULT_SCHEMA;
	if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
		throw new Error(
			`The schema "${schema}" isn't a plain name. Use lowercase letters, digits, and underscores.`,
		);
	}
	if (parsed.searchParams.has('options')) {
		throw new Error("Remove options from the store's URL. They would replace the schema of the tables.");
	}
	parsed.searchParams.delete('schema');
	return { connectionString: parsed.toString(), schema };
}

/** The server, for people: without user and password. */
function serverOf(url: string): string {
	try {
		const { host, pathname } = new URL(url);
		return `${host}${pathname}`;
	} catch {
		return 'at this URL';
	}
}

/** Brings the schema to the newest version. Safe when several processes start at once. */
async function migrate(client: PoolClient, schema: string): Promise<void> {
	await client.query('BEGIN');
	try {
		await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`${schema}:migrations`]);
		await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
		await client.query('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)');
		const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
		const version = rows[0]?.version ?? 0;
		assertKnown(version);
		for (const migration of MIGRATIONS.slice(version)) await client.query(schemaForPostgres(migration));
		await client.query('DELETE FROM schema_version');
		await client.query('INSERT INTO schema_version (version) VALUES ($1)', [MIGRATIONS.length]);
		await client.query('COMMIT');
	} catch (error) {
		await client.query('ROLLBACK').catch(() => {});
		throw error;
	}
}

/** @throws Error that names the server, and what is wrong with it. */
export async function openPool(url: string): Promise<Pool> {
	let pool: Pool | undefined;
	try {
		const { connectionString, schema } = readUrl(url);
		const pg = await import('pg');
		pool = new pg.Pool({
			connectionString,
			max: CONNECTIONS,
			connectionTimeoutMillis: CONNECT_TIMEOUT,
			query_timeout: QUERY_TIMEOUT,
			keepAlive: true,
			application_name: 'n8n-nodes-business-messaging',
			options: `-c search_path=${schema}`,
			types: {
				getTypeParser: (type: number, format) =>
					type === INT8 ? Number : pg.types.getTypeParser(type, format),
			},
		});
		// A server that restarts ends its connections. A query on one gets the error, and the pool opens new ones.
		pool.on('error', () => {});
		pool.on('connect', (client) => client.on('error', () => {}));
		const client = await pool.connect();
		try {
			await migrate(client, schema);
		} finally {
			client.release();
		}
		return pool;
	} catch (error) {
		await pool?.end();
		throw new Error(
			`The store on the Postgres server ${serverOf(url)} can't be opened: ${errorText(error)}`,
			{
				cause: error,
			},
		);
	}
}
