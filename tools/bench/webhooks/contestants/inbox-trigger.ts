import { freePort } from '../../../n8n';
import { startSandbox } from '../../../../sandbox';
import { sandboxCredential } from '../../../main-job/examples';
import type { Contestant, Running } from '../contestant';
import { atMost, atRate } from '../contestant';
import { startN8nWith } from '../n8n';
import { startReceive } from '../receive';
import type { BenchPlace } from '../stores';
import { drained, inPostgres, inSqlite } from '../stores';

const LOADS = [atMost(50_000), atRate(3_000, 60)];

interface ReaderOptions {
	/** Where it runs the receiver itself; elsewhere if left out. */
	port?: number;
	/** Events a batch. */
	batchSize?: number;
	/** Settings of n8n. */
	env?: NodeJS.ProcessEnv;
}

/** n8n with an Inbox Trigger that reads all events of a store. */
export async function startReader(
	place: Pick<BenchPlace, 'url'>,
	secret: string,
	{ port, batchSize = 500, env }: ReaderOptions = {},
) {
	const sandbox = await startSandbox({ signingSecret: secret });
	const credential = sandboxCredential(sandbox);
	const n8n = await startN8nWith(
		{
			name: 'Inbox Trigger',
			type: 'n8n-nodes-business-messaging.businessMessagingInboxTrigger',
			typeVersion: 1,
			parameters: {
				events: ['message', 'status'],
				numbers: 'all',
				batchSize,
				...(port === undefined ? { deliveries: 'elsewhere' } : { deliveries: 'here', port }),
				options: { host: '127.0.0.1', startTime: '2020-01-01T00:00:00.000Z' },
			},
			credentials: { businessMessagingApi: { id: credential.id, name: credential.name } },
		},
		[{ ...credential, data: { ...credential.data, store: place.url } }],
		env,
	);
	return {
		url: n8n.url,
		async stop() {
			await n8n.stop();
			await sandbox.close();
		},
	};
}

const withReceiver = (where: string, placeIn: (folder: string) => BenchPlace): Contestant => ({
	name: `receiver and Inbox Trigger on ${where}`,
	loads: LOADS,
	async start(folder, secret): Promise<Running> {
		const place = placeIn(folder);
		const receiver = await startReceive(place.url, secret);
		const reader = await startReader(place, secret);
		async function stop() {
			await reader.stop();
			await receiver.stop();
			await place.remove();
		}
		return { ...receiver, ...place.keeping, drained: () => drained(place.url), stop };
	},
});

export const inboxTriggerOnSqlite = withReceiver('SQLite', inSqlite);
export const inboxTriggerOnPostgres = withReceiver('Postgres', inPostgres);

export const receiverInN8n: Contestant = {
	name: 'receiver inside n8n, with Inbox Trigger, on SQLite',
	loads: LOADS,
	async start(folder, secret) {
		const place = inSqlite(folder);
		const port = await freePort();
		const { stop } = await startReader(place, secret, { port });
		return {
			url: `http://127.0.0.1:${port}/webhook`,
			...place.keeping,
			drained: () => drained(place.url),
			stop,
		};
	},
};
