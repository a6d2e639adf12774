import { openStore } from '../../../store';
import { createDatabase, poll } from '../../../tools/n8n';
import { startSandbox } from '../../../sandbox';
import { sandboxCredential } from '../../../tools/main-job/examples';
import { startListener } from './listener';
import { receiverOn } from './receiver';
import { SUBSCRIPTION, tellingWorkflow } from './telling-workflow';

export type N8nScene = Awaited<ReturnType<typeof openN8nScene>>;

/** A store on Postgres, and what is around it where any number of n8n read its inbox. */
export async function openN8nScene() {
	const database = await createDatabase(process.env.TEST_POSTGRES_URL!);
	const sandbox = await startSandbox();
	const listener = await startListener();
	const store = await openStore(database.url);
	const credential = sandboxCredential(sandbox);

	return {
		...{ databaseUrl: database.url, sandbox, listener, store },
		/** What an n8n starts with, to read the inbox and to tell of it under its name. */
		optionsOf: (n8n: string) => ({
			workflows: [tellingWorkflow(n8n, listener.url)],
			credentials: [{ ...credential, data: { ...credential.data, store: database.url } }],
			publish: true,
		}),
		receiverOn: (port: number) => receiverOn(port, database.url, sandbox.signingSecret),
		async untilSubscribed(): Promise<void> {
			const isSubscribed = async () => {
				const { subscriptions } = await store.inbox.stats();
				return subscriptions.some(({ id }) => id === SUBSCRIPTION) ? true : undefined;
			};
			await poll(isSubscribed, {
				timeoutMs: 60_000,
				onTimeout: () => 'The workflow does not read the inbox.',
			});
		},
		async close(): Promise<void> {
			await store.close();
			await listener.close();
			await sandbox.close();
			await database.drop();
		},
	};
}
