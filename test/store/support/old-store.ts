import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { MIGRATIONS } from '../../../store/database';
import { createSchema, migrateTo } from '../../../store/postgres/open-pool';
import type { StorePlace } from '../../support/stores';

type Run = (text: string) => Promise<unknown[]>;

/** Runs statements in a store as it is, of whatever version. */
export async function inStore<Result>(
	{ url }: StorePlace,
	act: (run: Run) => Promise<Result>,
): Promise<Result> {
	if (url.startsWith('sqlite:')) {
		const database = new DatabaseSync(url.slice('sqlite:'.length));
		const result = await act((text) => {
			if (text.startsWith('SELECT')) return Promise.resolve(database.prepare(text).all());
			database.exec(text);
			return Promise.resolve([]);
		});
		database.close();
		return result;
	}
	const client = new Client({ connectionString: url });
	await client.connect();
	await client.query(`SET search_path = ${new URL(url).searchParams.get('schema')}`);
	const result = await act(async (text) => (await client.query<object>(text)).rows);
	await client.end();
	return result;
}

/** Makes the tables of an older version, as a process of that version left them. */
export async function makeOldStore(place: StorePlace, version: number): Promise<void> {
	if (place.url.startsWith('sqlite:')) {
		await inStore(place, async (run) => {
			for (const migration of MIGRATIONS.slice(0, version)) await run(migration);
			await run(`PRAGMA user_version = ${version}`);
		});
		return;
	}
	const client = new Client({ connectionString: place.url });
	await client.connect();
	const schema = new URL(place.url).searchParams.get('schema')!;
	await client.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}; BEGIN`);
	await createSchema(client, schema);
	await migrateTo(client, 0, version);
	await client.query('COMMIT');
	await client.end();
}
