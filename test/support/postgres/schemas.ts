import { randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { openStore } from '../../../store';
import { connectionTo } from './connection';

/** What the names of this worker's schemas begin with. */
const ofWorker = () => `${process.env.TEST_POSTGRES_RUN ?? 'test'}_w${process.env.JEST_WORKER_ID ?? 0}`;
/** And of those that no case uses. */
const free = () => `${ofWorker()}_free_`;
const random = () => randomBytes(8).toString('hex');

/** A name that no schema has had yet: whoever still writes to the one before can't find this one. */
export const newSchemaName = (): string => `${ofWorker()}_${random()}`;

const IN_SCHEMA = `
	FROM pg_depend JOIN pg_class ON pg_class.oid = objid
	WHERE refclassid = 'pg_namespace'::regclass AND refobjid = $1::regnamespace AND classid = 'pg_class'::regclass`;

const TABLES = `SELECT relname AS name ${IN_SCHEMA} AND relkind = 'r' ORDER BY relname`;

/** All tables, columns, and indexes, as one text. */
const SHAPE = `
	WITH relation AS (SELECT objid, relname, relkind ${IN_SCHEMA})
	SELECT md5(string_agg(line, E'\\n' ORDER BY line)) AS shape FROM (
		SELECT format('%s %s', relname, relkind) AS line FROM relation
		UNION ALL SELECT format('%s.%s %s %s', relname, attname, atttypid, attnotnull)
			FROM relation JOIN pg_attribute ON attrelid = objid WHERE attnum > 0
		UNION ALL SELECT format('%s %s %s', pg_class.relname, indkey, indisvalid)
			FROM relation JOIN pg_index ON indrelid = objid JOIN pg_class ON pg_class.oid = indexrelid
	) AS lines`;

/** Ends the sessions that have a transaction open here, such as those of a killed process. */
const END_SESSIONS = `
	SELECT pg_terminate_backend(pid) FROM pg_locks
	WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND (SELECT relnamespace FROM pg_class WHERE oid = relation) = to_regnamespace($1)
		AND pid <> pg_backend_pid()`;

interface Migrated {
	shape: string;
	/** The statements that leave nothing in a schema but the rows that migrations write. */
	reset(schema: string): string;
}

async function shapeOf(server: string, schema: string): Promise<string> {
	const { rows } = await connectionTo(server).query<{ shape: string }>(SHAPE, [schema]);
	return rows[0]!.shape;
}

/** What migrations make of a schema, from one to which nothing was written yet. */
async function readMigrated(server: string, schema: string): Promise<Migrated> {
	const connection = connectionTo(server);
	const found = await connection.query<{ name: string }>(TABLES, [schema]);
	const tables = found.rows.map(({ name }) => escapeIdentifier(name));
	const written = new Map<string, string>();
	for (const table of tables) {
		const { rows } = await connection.query<{ written: string | null }>(
			`SELECT json_agg(one)::text AS written FROM ${schema}.${table} AS one`,
		);
		if (rows[0]!.written !== null) written.set(table, escapeLiteral(rows[0]!.written));
	}
	return {
		shape: await shapeOf(server, schema),
		reset: (name) =>
			[
				`LOCK TABLE ${tables.map((table) => `${name}.${table}`).join(', ')} IN SHARE ROW EXCLUSIVE MODE`,
				...tables.map((table) => `DELETE FROM ${name}.${table}`),
				...[...written].map(
					([table, rows]) =>
						`INSERT INTO ${name}.${table} SELECT * FROM json_populate_recordset(NULL::${name}.${table}, ${rows})`,
				),
			].join(';\n'),
	};
}

let migrated: Promise<Migrated> | undefined;

async function exists(server: string, schema: string): Promise<boolean> {
	const { rows } = await connectionTo(server).query<{ id: unknown }>('SELECT to_regnamespace($1) AS id', [
		schema,
	]);
	return rows[0]!.id !== null;
}

/** In one statement, so that two places don't take the same one. */
const renameFreeTo = (schema: string) => `
	DO $$
	DECLARE free name := (SELECT min(nspname) FROM pg_namespace WHERE starts_with(nspname, '${free()}'));
	BEGIN
		IF free IS NOT NULL THEN EXECUTE format('ALTER SCHEMA %I RENAME TO ${schema}', free); END IF;
	END $$`;

/**
 * Gives a schema that doesn't exist yet the newest tables, by taking one that another case of this worker has used, or
 * else a new one.
 * @returns whether it did: a case can have made the schema itself
 */
export async function takeSchema(server: string, schema: string): Promise<boolean> {
	if (await exists(server, schema)) return false;
	await connectionTo(server).query(renameFreeTo(schema));
	if (!(await exists(server, schema))) await (await openStore(`${server}?schema=${schema}`)).close();
	await (migrated ??= readMigrated(server, schema));
	return true;
}

/** Removes a schema with all that is in it. */
export async function dropSchema(server: string, schema: string): Promise<void> {
	const connection = connectionTo(server);
	await connection.query(END_SESSIONS, [schema]);
	await connection.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
}

/** Empties a schema that was taken, for the next case. One whose tables the case has changed is dropped. */
export async function giveBackSchema(server: string, schema: string): Promise<void> {
	const { shape, reset } = await migrated!;
	if ((await shapeOf(server, schema)) !== shape) return dropSchema(server, schema);
	const connection = connectionTo(server);
	await connection.query(END_SESSIONS, [schema]);
	const name = `${free()}${random()}`;
	// One transaction: what is written until then goes, and from then on nobody knows the name.
	await connection.query(`ALTER SCHEMA ${schema} RENAME TO ${name};\n${reset(name)}`);
}
