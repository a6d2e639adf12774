import { openStore } from '../../../store';
import { createDatabase, poll } from '../../../tools/n8n';
import { startSandbox } from '../../../sandbox';
import { sandboxCredential } from '../../../tools/main-job/examples';
import { startReportListener } from './report-listener';
import { receiverOn } from './receiver-process';
import { SUBSCRIPTION, reportingWorkflow } from './reporting-workflow';

export type N8nScene = Awaited<ReturnType<typeof openN8nScene>>;

/** A store on Postgres, and everything that one or more n8n need to read its inbox. */
export async function openN8nScene() {
	const database = await createDatabase(process.env.TEST_POSTGRES_URL!);
	const sandbox = await startSandbox();
	const listener = await startReportListener();
	const store = await openStore(database.url);
	const credential = sandboxCredential(sandbox);

	return {
		databaseUrl: database.url,
		sandbox,
		listener,
		store,
		/** The options of an n8n that reads the inbox and reports its executions under a name. */
		optionsOf: (n8n: string) => ({
			workflows: [reportingWorkflow(n8n, listener.url)],
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
				onTimeout: () => 'The workflow has not subscribed to the inbox.',
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
