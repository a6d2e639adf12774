import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createEngine, parseWebhook, policies } from '../../engine';
import { openStore } from '../../store';
import { MIGRATIONS } from '../../store/database';
import { NOW } from '../support/engine-scene';
import type { StorePlace } from '../support/stores';
import { DATABASES, inPostgres } from '../support/stores';
import { CHANNEL, customerMessage } from '../support/wire';
import { tamper } from './maintenance/support/used-store';

const REFUSED = /readonly database|read-only transaction/;

describe.each(DATABASES)('%s: a store that is opened for reading', (database, placeOf) => {
	let place: StorePlace;
	beforeEach(() => {
		place = placeOf();
	});
	afterEach(() => place.remove());

	const setVersion = (version: number) =>
		tamper(
			place,
			database === 'SQLite'
				? `PRAGMA user_version = ${version}`
				: `UPDATE schema_version SET version = ${version}`,
		);

	it('reads what others write meanwhile', async () => {
		const writer = await place.open();
		const reader = await place.open({ readOnly: true });
		expect(await reader.inbox.read()).toEqual([]);
		await createEngine({ store: writer, now: () => NOW }).ingest(
			parseWebhook(customerMessage({ at: NOW, id: 'a' }), NOW),
		);
		expect(await reader.inbox.read()).toHaveLength(1);
		expect((await reader.rates.read(CHANNEL)).perSecond).toBe(80);
	});

	it('refuses, in the database itself, everything that is written', async () => {
		await place.open();
		const reader = await place.open({ readOnly: true });
		await expect(reader.policies.save(policies.strict, NOW)).rejects.toThrow(REFUSED);
		await expect(reader.rates.set(CHANNEL, 10)).rejects.toThrow(REFUSED);
		await expect(reader.check()).rejects.toThrow(REFUSED);
		await expect(
			createEngine({ store: reader, now: () => NOW }).ingest(
				parseWebhook(customerMessage({ at: NOW, id: 'a' }), NOW),
			),
		).rejects.toThrow(REFUSED);
		expect(await reader.inbox.read()).toEqual([]);
	});

	it('is refused in an older schema version, with what updates it, and stays as it is', async () => {
		await place.open();
		await setVersion(MIGRATIONS.length - 1);
		await expect(place.open({ readOnly: true })).rejects.toThrow(
			new RegExp(
				`Its schema version is ${MIGRATIONS.length - 1}, and this version of the package reads ${MIGRATIONS.length}\\. .*restart n8n or a receiver`,
			),
		);
		await setVersion(MIGRATIONS.length);
	});

	it('is refused in a newer schema version, with what to do', async () => {
		await place.open();
		await setVersion(MIGRATIONS.length + 1);
		await expect(place.open({ readOnly: true })).rejects.toThrow(/Update the package/);
		await setVersion(MIGRATIONS.length);
	});
});

describe('opening for reading makes nothing', () => {
	it('a file that is not there is refused by its name, and not made', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'store-'));
		try {
			const file = join(folder, 'none', 'store.db');
			await expect(openStore(`sqlite:${file}`, { readOnly: true })).rejects.toThrow(
				`The store ${file} can't be opened for reading`,
			);
			expect(readdirSync(folder)).toEqual([]);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('no journals of calls are made beside the file', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'store-'));
		try {
			const file = join(folder, 'store.db');
			const empty = new DatabaseSync(file);
			for (const migration of MIGRATIONS) empty.exec(migration);
			empty.exec(`PRAGMA user_version = ${MIGRATIONS.length}; PRAGMA journal_mode = WAL`);
			empty.close();
			const reader = await openStore(`sqlite:${file}`, { readOnly: true });
			expect(existsSync(`${file}-calls`)).toBe(false);
			expect(existsSync(`${file}-id`)).toBe(false);
			await reader.close();
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('a store in memory is refused, as there is nothing in it', async () => {
		await expect(openStore('sqlite::memory:', { readOnly: true })).rejects.toThrow('nothing to read');
	});

	it('a schema without tables is refused', async () => {
		const place = inPostgres();
		try {
			await expect(place.open({ readOnly: true })).rejects.toThrow('Its schema version is 0');
		} finally {
			await place.remove();
		}
	});
});

it('a role that only reads opens a store that is up to date, and is refused everything that it writes', async () => {
	const place = inPostgres();
	const asReader = new URL(place.url);
	const schema = asReader.searchParams.get('schema')!;
	const role = `reader_of_${schema}`;
	asReader.username = role;
	await place.open();
	await tamper(
		place,
		`CREATE ROLE ${role} LOGIN; ALTER ROLE ${role} SET default_transaction_read_only = on;
		 GRANT USAGE ON SCHEMA ${schema} TO ${role}; GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
	);
	try {
		const reader = await openStore(asReader.toString());
		expect(await reader.inbox.read()).toEqual([]);
		await expect(reader.policies.save(policies.strict, NOW)).rejects.toThrow(REFUSED);
		await reader.close();
	} finally {
		await tamper(place, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
		await place.remove();
	}
});
