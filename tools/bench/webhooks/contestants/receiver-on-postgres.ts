import type { Contestant } from '../contestant';
import { atMost, atRate } from '../contestant';
import { startReceive } from '../receive';
import { inPostgres } from '../stores';

/** `business-messaging receive` with the Postgres on this machine. */
export const receiverOnPostgres: Contestant = {
	name: 'receiver on Postgres',
	loads: [atMost(100_000), atRate(3_000, 60)],
	async start(_folder, secret) {
		const place = inPostgres();
		const receiver = await startReceive(place.url, secret);
		async function stop() {
			await receiver.stop();
			await place.remove();
		}
		return { ...receiver, ...place.keeping, stop };
	},
};
