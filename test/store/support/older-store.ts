import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { makeTables } from '../../../store/maintenance/expected-schema';
import { createSchema, migrateTo } from '../../../store/postgres/open-pool';
import type { StorePlace } from '../../support/stores';

/** Makes a store as a version of the package did that knew the schema up to this version. */
export async function makeOlderStore({ url }: StorePlace, version: number): Promise<void> {
	if (url.startsWith('sqlite:')) {
		const database = new DatabaseSync(url.slice('sqlite:'.length));
		makeTables(database, version);
		database.close();
		return;
	}
	const schema = new URL(url).searchParams.get('schema')!;
	const client = new Client({ connectionString: url });
	await client.connect();
	await client.query(`SET search_path = ${schema}`);
	await createSchema(client, schema);
	await migrateTo(client, 0, version);
	await client.end();
}
