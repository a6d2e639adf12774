import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, parseWebhook } from '../../../engine';
import { openStore } from '../../../store';
import { backUpStore, restoreStore, storeAddress } from '../../../store/maintenance';
import { CHANNEL, customerMessage } from '../../support/wire';

it('what is erased from a restored store is in none of the free space of its file', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'restored-'));
	const [used, backup, restored] = ['used.db', 'backup.db', 'restored.db'].map((name) => join(folder, name));
	const customers = Array.from({ length: 100 }, (_, index) => String(491_701_000_000 + index));
	const store = await openStore(`sqlite:${used}`);
	const messages = customers.flatMap((from) => parseWebhook(customerMessage({ at: Date.now(), from })));
	await createEngine({ store }).ingest(messages);
	await store.close();

	await backUpStore(storeAddress(`sqlite:${used}`), backup!);
	await restoreStore(`sqlite:${restored}`, backup!);
	const again = await openStore(`sqlite:${restored}`);
	for (const name of customers) await again.customers.erase({ channel: CHANNEL, name });
	await again.close();

	const left = readFileSync(restored!, 'latin1');
	expect(customers.filter((each) => left.includes(each))).toEqual([]);
	rmSync(folder, { recursive: true, force: true });
});
