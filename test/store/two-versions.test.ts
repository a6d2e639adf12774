import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { policies } from '../../engine';
import { MIGRATIONS } from '../../store/database';
import { createSchema, migrateTo } from '../../store/postgres/open-pool';
import type { StorePlace } from '../support/stores';
import { DATABASES, inPostgres } from '../support/stores';
import { until } from '../support/until';

const KNOWN = MIGRATIONS.length;

describe.each(DATABASES)('%s', (database, placeOf) => {
	let place: StorePlace;
	beforeEach(() => {
		place = placeOf();
	});
	afterEach(() => place.remove());

	/** A newer version of the package changes the store. */
	async function isChangedBy(version: number, minimumWriter: number): Promise<void> {
		const raised = `UPDATE store_format SET minimum_writer = ${minimumWriter}`;
		if (database === 'SQLite') {
			const file = new DatabaseSync(place.url.slice('sqlite:'.length));
			file.exec(`PRAGMA user_version = ${version}; ${raised}`);
			file.close();
			return;
		}
		await inSchema(`UPDATE schema_version SET version = ${version}; ${raised}`);
	}

	async function inSchema(text: string): Promise<Array<{ rows: unknown[] }>> {
		const client = new Client({ connectionString: place.url });
		await client.connect();
		const schema = new URL(place.url).searchParams.get('schema');
		const answers = await client.query(`SET search_path = ${schema}; ${text}`);
		await client.end();
		return answers as unknown as Array<{ rows: unknown[] }>;
	}

	async function versionOf(): Promise<unknown> {
		if (database === 'Postgres') {
			const [, { rows }] = (await inSchema('SELECT version FROM schema_version')) as [
				unknown,
				{ rows: unknown[] },
			];
			return (rows[0] as { version: unknown }).version;
		}
		const file = new DatabaseSync(place.url.slice('sqlite:'.length));
		const { user_version: version } = file.prepare('PRAGMA user_version').get()!;
		file.close();
		return version;
	}

	it('a version that may still write opens a newer store, leaves its version, and goes on writing', async () => {
		const running = await place.open();
		await isChangedBy(KNOWN + 1, KNOWN);
		await running.policies.save(policies.strict, 1);
		const opened = await place.open();
		await opened.policies.save({ ...policies.strict, description: 'Changed.' }, 2);
		expect(await running.policies.find('strict')).toMatchObject({ document: { version: 2 } });
		expect(Number(await versionOf())).toBe(KNOWN + 1);
	});

	it("a version that may not stops writing, says what to do, and doesn't open the store again", async () => {
		const running = await place.open();
		await running.policies.save(policies.strict, 1);
		await isChangedBy(KNOWN + 1, KNOWN + 1);
		await expect(running.policies.save(policies.strict, 2)).rejects.toThrow(
			/newer version.*Update the package/,
		);
		expect(await running.policies.find('strict')).toMatchObject({ document: { version: 1 } });
		await expect(place.open()).rejects.toThrow(/newer version.*Update the package/);
	});
});

it('an older store on Postgres is opened although that stands in the way of an older process that writes to it', async () => {
	const place = inPostgres();
	const schema = new URL(place.url).searchParams.get('schema')!;
	const writer = new Client({ connectionString: place.url });
	await writer.connect();
	await writer.query(`SET search_path = ${schema}; SET deadlock_timeout = '10min'; BEGIN`);
	await createSchema(writer, schema);
	// The next migration changes pace first, and then partition_cursor.
	await migrateTo(writer, 0, 7);
	await writer.query('COMMIT');
	await writer.query('BEGIN; LOCK TABLE partition_cursor IN ROW EXCLUSIVE MODE');
	const opening = place.open();
	const waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'partition_cursor'::regclass";
	await until(async () => (await writer.query(waits)).rowCount !== 0);
	// Each waits for the other now: the server ends the one that opens.
	await writer.query('LOCK TABLE pace IN ROW EXCLUSIVE MODE');
	await writer.query('COMMIT');
	await writer.end();
	expect(await (await opening).policies.list()).toEqual([]);
	await place.remove();
});
