import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Contestant } from '../contestant';
import { atMost } from '../contestant';
import { printed, spawnSource, stopProcess } from '../source-process';
import { sizeOfSqlite } from '../stores';

/** A listener that commits each delivery, verifies nothing, and keeps no state. No such receiver can be faster. */
export const plainListener: Contestant = {
	name: 'plain node:http listener, one SQLite transaction per request',
	loads: [atMost(50_000)],
	async start(folder) {
		const file = join(folder, 'plain.db');
		const child = spawnSource('tools/bench/webhooks/contestants/plain-listener-process.ts', [file]);
		const [, url] = await printed(child, /(http:\S+)\n/);
		return {
			url: url!,
			async kept() {
				const database = new DatabaseSync(file);
				const rows = database.prepare('SELECT id FROM event').all() as Array<{ id: string }>;
				database.close();
				return rows.map(({ id }) => id);
			},
			databaseSize: async () => sizeOfSqlite(file),
			stop: () => stopProcess(child),
		};
	},
};
