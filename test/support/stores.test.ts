import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { Store } from '../../engine';
import { createEngine, parseWebhook, policies } from '../../engine';
import { openStore } from '../../store';
import { NOW } from './engine-scene';
import { connectionTo } from './postgres/connection';
import { beginRun } from './postgres/run';
import type { StorePlace } from './stores';
import { DATABASES, inPostgres, inSqlite } from './stores';
import { customerMessage } from './wire';

const [[, inMigratedSqlite], [, inMigratedPostgres]] = DATABASES as [
	(typeof DATABASES)[0],
	(typeof DATABASES)[0],
];

const server = process.env.TEST_POSTGRES_URL!;
const ask = async (text: string) => (await connectionTo(server).query<Record<string, unknown>>(text)).rows;
const schemaOf = ({ url }: StorePlace) => new URL(url).searchParams.get('schema')!;

/** All tables of a schema with their rows. */
async function contentOf(schema: string): Promise<Record<string, unknown>> {
	const tables = await ask(
		`SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}' ORDER BY name`,
	);
	const content: Record<string, unknown> = {};
	for (const { name } of tables) {
		const rows = await ask(`SELECT to_jsonb(one) AS row FROM ${schema}.${name} AS one`);
		content[name as string] = rows.map(({ row }) => JSON.stringify(row)).sort();
	}
	return content;
}

/** Which schema it is, whatever it's called now. */
const identityOf = async (place: StorePlace) =>
	(await ask(`SELECT '${schemaOf(place)}'::regnamespace::oid AS id`))[0]!.id;

async function use(store: Store): Promise<void> {
	await store.policies.save(policies.strict, NOW);
	await store.retention.set({ events: 1 });
	await createEngine({ store, now: () => NOW }).ingest(parseWebhook(customerMessage({ at: NOW }), NOW));
}

/** Uses a place, does something to it, and leaves it. Which schema it was */
async function usedAnd(act: (place: StorePlace) => Promise<unknown>): Promise<unknown> {
	const place = inMigratedPostgres();
	await use(await place.open());
	const id = await identityOf(place);
	await act(place);
	await place.remove();
	return id;
}

/** The next place, and whether it's as a new schema is after migrations. */
async function next(): Promise<{ id: unknown; isNew: boolean }> {
	const [place, another] = [inMigratedPostgres(), inPostgres()];
	await Promise.all([place.open(), another.open()]);
	const [found, expected] = [await contentOf(schemaOf(place)), await contentOf(schemaOf(another))];
	const id = await identityOf(place);
	await Promise.all([place.remove(), another.remove()]);
	return { id, isNew: JSON.stringify(found) === JSON.stringify(expected) };
}

describe('a schema on Postgres', () => {
	it('is used again under another name, with the rows that migrations write and no others', async () => {
		let former = '';
		const id = await usedAnd(async (place) => {
			former = schemaOf(place);
			expect(await place.rows('inbox')).toHaveLength(1);
		});
		const another = inPostgres();
		await (await another.open()).close();
		const [kept] = await ask(`SELECT nspname AS name FROM pg_namespace WHERE oid = ${id as number}`);
		expect(kept!.name).toMatch(/_free_/);
		expect(await contentOf(kept!.name as string)).toEqual(await contentOf(schemaOf(another)));
		expect(await ask(`SELECT to_regnamespace('${former}') AS found`)).toEqual([{ found: null }]);
		await another.remove();
	});

	it.each([
		['a table away', (schema: string) => `ALTER TABLE ${schema}.policy RENAME TO away`],
		['a column away', (schema: string) => `ALTER TABLE ${schema}.subscription DROP COLUMN name`],
		['an index away', (schema: string) => `DROP INDEX ${schema}.send_of_contact`],
		['a table more', (schema: string) => `CREATE TABLE ${schema}.more (at BIGINT)`],
	])('that a case left with %s is dropped', async (_, change) => {
		const id = await usedAnd((place) => ask(change(schemaOf(place))));
		const { id: another, isNew } = await next();
		expect([another === id, isNew]).toEqual([false, true]);
		expect(await ask(`SELECT nspname FROM pg_namespace WHERE oid = ${id as number}`)).toEqual([]);
	});

	it('is out of reach of whoever still has it open', async () => {
		let late: Store;
		await usedAnd(async ({ url }) => {
			late = await openStore(url);
		});
		await expect(late!.policies.save(policies.strict, NOW)).rejects.toThrow(/does not exist/);
		expect(await next()).toMatchObject({ isNew: true });
		await late!.close();
	});

	it('doesn’t wait for a transaction that a killed process left open, and undoes it', async () => {
		const left = new Client({ connectionString: server });
		const errors: string[] = [];
		left.on('error', ({ message }) => errors.push(message));
		await left.connect();
		await usedAnd((place) =>
			left.query(`BEGIN; INSERT INTO ${schemaOf(place)}.retention (name, kept_for) VALUES ('sends', 1)`),
		);
		expect(await next()).toMatchObject({ isNew: true });
		expect(errors).toContain('terminating connection due to administrator command');
	});

	it('isn’t shared by two places', async () => {
		const [one, two] = [inMigratedPostgres(), inMigratedPostgres()];
		const [store] = await Promise.all([one.open(), two.open()]);
		await use(store);
		expect(await two.rows('inbox')).toEqual([]);
		await Promise.all([one.remove(), two.remove()]);
	});

	it('that a case has made itself isn’t replaced', async () => {
		const place = inMigratedPostgres();
		await ask(`CREATE SCHEMA ${schemaOf(place)}`);
		await ask(`CREATE TABLE ${schemaOf(place)}.own (at BIGINT)`);
		await place.open();
		expect(await contentOf(schemaOf(place))).toMatchObject({ own: [], policy: [] });
		await place.remove();
		expect(await ask(`SELECT to_regnamespace('${schemaOf(place)}') AS found`)).toEqual([{ found: null }]);
	});
});

it('what a killed run left on the server is dropped by the next, and what a running one has stays', async () => {
	const killed = 'test_run_00000000dead';
	const place = inMigratedPostgres();
	await place.open();
	await ask(`CREATE SCHEMA ${killed}_w1_0`);
	const run = await beginRun(server);
	const names = [`${killed}_w1_0`, schemaOf(place)];
	const found = await ask(
		`SELECT nspname AS name FROM pg_namespace WHERE nspname IN ('${names.join("', '")}')`,
	);
	expect(found).toEqual([{ name: schemaOf(place) }]);
	await place.remove();
	await run.end();
});

it('a SQLite file has the tables that migrations make', async () => {
	const [copied, made] = [inMigratedSqlite(), inSqlite()];
	const [found, expected] = await Promise.all(
		[copied, made].map(async (place) => {
			await (await place.open()).close();
			const database = new DatabaseSync(place.url.slice('sqlite:'.length));
			const schema = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
			const version = database.prepare('PRAGMA user_version').get();
			database.close();
			return { schema, version, counters: await place.rows('counter') };
		}),
	);
	expect(found).toEqual(expected);
	await Promise.all([copied.remove(), made.remove()]);
});
