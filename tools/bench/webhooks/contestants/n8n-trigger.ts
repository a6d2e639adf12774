import { startSandbox } from '../../../../sandbox';
import { sandboxCredential } from '../../../main-job/examples';
import type { Contestant } from '../contestant';
import { atMost } from '../contestant';
import { startN8nWith } from '../n8n';
import { inSqlite } from '../stores';

/** Our trigger in n8n: it records statuses, and each message starts an execution. */
export const n8nTrigger: Contestant = {
	name: 'Business Messaging Trigger in n8n',
	loads: [atMost(600, 16)],
	async start(folder, secret) {
		const place = inSqlite(folder);
		const sandbox = await startSandbox({ signingSecret: secret });
		const credential = sandboxCredential(sandbox);
		const n8n = await startN8nWith(
			{
				name: 'Trigger',
				type: 'n8n-nodes-business-messaging.businessMessagingTrigger',
				typeVersion: 1.1,
				webhookId: 'bench',
				parameters: { events: ['message', 'handover'], options: {} },
				credentials: { businessMessagingApi: { id: credential.id, name: credential.name } },
			},
			[{ ...credential, data: { ...credential.data, store: place.url } }],
		);
		return {
			url: `${n8n.url}/webhook/bench/webhook`,
			...place.keeping,
			async stop() {
				await n8n.stop();
				await sandbox.close();
			},
		};
	},
};
