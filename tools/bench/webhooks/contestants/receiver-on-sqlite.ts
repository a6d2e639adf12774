import type { Contestant } from '../contestant';
import { atMost, atRate } from '../contestant';
import { startReceive } from '../receive';
import { inSqlite } from '../stores';

/** `business-messaging receive` with the embedded store. */
export const receiverOnSqlite: Contestant = {
	name: 'receiver on SQLite',
	loads: [atMost(100_000), atRate(3_000, 60)],
	async start(folder, secret) {
		const place = inSqlite(folder);
		const receiver = await startReceive(place.url, secret);
		return { ...receiver, ...place.keeping };
	},
};
