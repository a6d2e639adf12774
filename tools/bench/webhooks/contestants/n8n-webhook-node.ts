import type { Contestant } from '../contestant';
import { atMost } from '../contestant';
import { startN8nWith } from '../n8n';

/** n8n's own way: an execution for each delivery, without signatures, deduplication, or state. */
export const n8nWebhookNode: Contestant = {
	name: "n8n's Webhook node",
	loads: [atMost(600, 16)],
	async start() {
		const n8n = await startN8nWith({
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: 'bench',
			parameters: { httpMethod: 'POST', path: 'bench', responseMode: 'onReceived', options: {} },
		});
		return { url: `${n8n.url}/webhook/bench`, stop: () => n8n.stop() };
	},
};
