import type { ClientBase, Pool, PoolClient, QueryResult } from 'pg';
import { errorText } from '../../base';
import { assertMayWrite, assertReadable, MIGRATIONS, MINIMUM_WRITER, saysWhoWrites } from '../database';
import { migrateRows } from '../migrated-rows';
import { InvalidStoreUrl } from '../store-address';
import { runWork } from './run-work';
import { schemaForPostgres } from './statement';
import { tryAgain } from './try-again';

const DEFAULT_SCHEMA = 'business_messaging';
const CONNECTIONS = 10;
/** How long to wait for a connection. ms */
const CONNECT_TIMEOUT = 5_000;
/** How long to wait for an answer. ms */
const QUERY_TIMEOUT = 30_000;

/** How long a statement of somebody who only reads may take on the server. ms */
const READING_TIMEOUT = 10_000;

const INT8 = 20;

/** Whether connections only read: the server then refuses everything else, and ends what takes long. */
export interface PoolOptions {
	readOnly?: boolean;
}

/** The address of the server, and the schema that the tables are in. */
function readUrl(url: string): { connectionString: string; schema: string } {
	const parsed = new URL(url);
	const schema = parsed.searchParams.get('schema') ?? DEFAULT_SCHEMA;
	if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
		throw new InvalidStoreUrl(
			`The schema "${schema}" isn't a plain name. Use lowercase letters, digits, and underscores.`,
		);
	}
	if (parsed.searchParams.has('options')) {
		throw new InvalidStoreUrl(
			"Remove options from the store's URL. They would replace the schema of the tables.",
		);
	}
	parsed.searchParams.delete('schema');
	return { connectionString: parsed.toString(), schema };
}

/** The server, for people: without user and password. */
function serverOf(url: string): string {
	const { host, pathname } = new URL(url);
	return `${host}${pathname}`;
}

/** Begins a transaction. @throws Error if this version of the package may not write to the store */
export async function beginTransaction(client: ClientBase): Promise<void> {
	// One round trip for both: then there is a result for each.
	const answers = (await client.query(`BEGIN; ${MINIMUM_WRITER}`)) as unknown as QueryResult[];
	const [format] = answers[1]!.rows as [{ minimum_writer: number }];
	assertMayWrite(format.minimum_writer);
}

/** The schema with its version, and nobody else who changes it until the transaction ends. */
export async function createSchema(client: ClientBase, schema: string): Promise<void> {
	await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`${schema}:migrations`]);
	await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
	await client.query('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)');
}

/** Brings the tables from a version to a later one. */
export async function migrateTo(client: ClientBase, from: number, to: number): Promise<void> {
	if (from >= to) return;
	for (const migration of MIGRATIONS.slice(from, to)) await client.query(schemaForPostgres(migration));
	await runWork(client, migrateRows(from, to));
	await client.query('DELETE FROM schema_version');
	await client.query('INSERT INTO schema_version (version) VALUES ($1)', [to]);
}

/** Brings the schema to the newest version; a newer one stays as it is. Safe when several processes start at once. */
async function migrate(client: PoolClient, schema: string): Promise<void> {
	await client.query('BEGIN');
	try {
		await createSchema(client, schema);
		const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
		const version = rows[0]?.version ?? 0;
		if (saysWhoWrites(version)) {
			const format = await client.query<{ minimum_writer: number }>(MINIMUM_WRITER);
			assertMayWrite(format.rows[0]!.minimum_writer);
		}
		await migrateTo(client, version, MIGRATIONS.length);
		await client.query('COMMIT');
	} catch (error) {
		await client.query('ROLLBACK').catch(() => {});
		throw error;
	}
}

const cantOpen = (url: string, error: unknown) =>
	new Error(`The store on the Postgres server ${serverOf(url)} can't be opened: ${errorText(error)}`, {
		cause: error,
	});

/** Connections to a store's schema as it stands: nothing is created or migrated. */
async function connect(
	url: string,
	{ readOnly = false }: PoolOptions = {},
): Promise<{ pool: Pool; schema: string }> {
	const { connectionString, schema } = readUrl(url);
	const reading = ` -c default_transaction_read_only=on -c statement_timeout=${READING_TIMEOUT}`;
	const pg = await import('pg');
	const pool = new pg.Pool({
		connectionString,
		max: CONNECTIONS,
		connectionTimeoutMillis: CONNECT_TIMEOUT,
		query_timeout: QUERY_TIMEOUT,
		keepAlive: true,
		application_name: 'n8n-nodes-business-messaging',
		options: `-c search_path=${schema}${readOnly ? reading : ''}`,
		types: {
			getTypeParser: (type: number, format) =>
				type === INT8 ? Number : pg.types.getTypeParser(type, format),
		},
	});
	// A server that restarts ends its connections. A query on one gets the error, and the pool opens new ones.
	pool.on('error', () => {});
	pool.on('connect', (client) => client.on('error', () => {}));
	return { pool, schema };
}

/**
 * Does something with one connection to a store's schema as it stands: nothing is created or migrated.
 * @throws Error that names the server, and what is wrong with it
 */
export async function withClient<Result>(
	url: string,
	act: (client: PoolClient, schema: string) => Promise<Result>,
): Promise<Result> {
	let pool: Pool | undefined;
	let client: PoolClient;
	let schema: string;
	try {
		({ pool, schema } = await connect(url));
		client = await pool.connect();
	} catch (error) {
		await pool?.end();
		throw cantOpen(url, error);
	}
	try {
		return await act(client, schema);
	} finally {
		client.release(true);
		await pool.end();
	}
}

/** The version of a schema; 0 if it has no tables. */
async function versionOf(client: ClientBase, schema: string): Promise<number> {
	const found = await client.query('SELECT to_regclass($1) AS versions', [`${schema}.schema_version`]);
	if ((found.rows[0] as { versions: string | null }).versions === null) return 0;
	const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
	return rows[0]?.version ?? 0;
}

/** @throws Error that names the server, and what is wrong with it. */
export async function openPool(url: string, options: PoolOptions = {}): Promise<Pool> {
	let pool: Pool | undefined;
	try {
		const connected = await connect(url, options);
		({ pool } = connected);
		const client = await pool.connect();
		try {
			const version = await versionOf(client, connected.schema);
			if (options.readOnly) assertReadable(version);
			// Processes of an older version may write meanwhile, to the tables that are to change. A role that only reads
			// opens what is up to date.
			else if (version !== MIGRATIONS.length) await tryAgain(() => migrate(client, connected.schema));
		} finally {
			client.release();
		}
		return pool;
	} catch (error) {
		await pool?.end();
		throw cantOpen(url, error);
	}
}
