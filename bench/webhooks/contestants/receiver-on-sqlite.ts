import { join } from 'node:path';
import type { Contestant } from '../contestant';
import { atMost, atRate } from '../contestant';
import { printed, spawnSource, stopProcess } from '../source-process';
import { idsInStore, sizeOfSqlite } from '../stores';

/** `business-messaging receive` on the embedded store. */
export const receiverOnSqlite: Contestant = {
	name: 'receiver on SQLite',
	loads: [atMost(100_000), atRate(3_000, 60)],
	async start(folder, secret) {
		const file = join(folder, 'store.db');
		const flags = ['receive', '--port', '0', '--host', '127.0.0.1'];
		const child = spawnSource('cli/main.ts', [...flags, '--store', `sqlite:${file}`, '--secret', secret]);
		const [, url] = await printed(child, /come to (\S+)\n/);
		return {
			url: url!,
			kept: () => idsInStore(`sqlite:${file}`),
			databaseSize: async () => sizeOfSqlite(file),
			stop: () => stopProcess(child),
		};
	},
};
