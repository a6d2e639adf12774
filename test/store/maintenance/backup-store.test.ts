import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createEngine, parseWebhook } from '../../../engine';
import { backUpStore, checkStore, storeAddress } from '../../../store/maintenance';
import { inPostgres } from '../../support/stores';
import { customerMessage } from '../../support/wire';
import { until } from '../../support/until';

it('a backup of Postgres is of one moment: what is committed while it is made is in none of its tables', async () => {
	const place = inPostgres();
	const folder = mkdtempSync(join(tmpdir(), 'backup-'));
	const engine = createEngine({ store: await place.open() });
	const take = (id: string) => engine.ingest(parseWebhook(customerMessage({ at: Date.now(), id })));
	await take('before');

	// The backup has read the counters when it comes to this table, and events come after it.
	const holder = new Client({ connectionString: place.url });
	await holder.connect();
	const schema = new URL(place.url).searchParams.get('schema');
	await holder.query(`BEGIN; LOCK TABLE ${schema}.dead_letter IN ACCESS EXCLUSIVE MODE`);
	const file = join(folder, 'backup.db');
	const backup = backUpStore(storeAddress(place.url), file);
	const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '${schema}.dead_letter'::regclass`;
	await until(async () => (await holder.query(waiting)).rowCount !== 0);
	await take('meanwhile');
	await holder.query('COMMIT');
	await holder.end();

	await backup;
	const { sound, rows } = await checkStore({ database: 'sqlite', file });
	expect({ sound, events: rows.inbox }).toEqual({ sound: true, events: 1 });
	await place.remove();
	rmSync(folder, { recursive: true, force: true });
});
