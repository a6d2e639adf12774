import { setTimeout as wait } from 'node:timers/promises';
import type { N8n, Workflow } from '../../n8n';
import { startN8n } from '../../n8n';
import type { CampaignContestant } from './contestant';

const LONGEST = 10 * 60_000;

/** A list the way n8n does it: a Code node creates it, and an HTTP Request node sends all items at once. */
function workflow(url: string, apiKey: string, recipients: number): Workflow {
	const body = `={{ JSON.stringify({ messaging_product: 'whatsapp', to: $json.to, type: 'template', template: { name: 'hello', language: { code: 'en_US' } } }) }}`;
	const node = (name: string, type: string, typeVersion: number, parameters: object, more: object = {}) => ({
		...{ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion, position: [0, 0] as [number, number] },
		...{ parameters: parameters as Record<string, unknown>, ...more },
	});
	const list = `return Array.from({ length: ${recipients} }, (_, index) => ({ json: { to: String(491700000000 + index) } }));`;
	const send = {
		...{ method: 'POST', url: `${url}/messages`, sendHeaders: true, sendBody: true, specifyBody: 'json' },
		headerParameters: { parameters: [{ name: 'SVC-API-KEY', value: apiKey }] },
		...{ jsonBody: body, options: {} },
	};
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return {
		id: 'bench',
		name: 'Bench',
		nodes: [
			node('By hand', 'manualTrigger', 1, {}),
			node('List', 'code', 2, { jsCode: list }),
			node('HTTP Request', 'httpRequest', 4.2, send, { onError: 'continueRegularOutput' }),
		],
		connections: { 'By hand': to('List'), List: to('HTTP Request') },
		settings: { executionOrder: 'v1', saveManualExecutions: true },
	} as Workflow;
}

/** Waits for the end of the execution, during which n8n may not answer. @throws Error if it failed */
async function ended({ api }: N8n, id: string): Promise<void> {
	const giveUpAt = Date.now() + LONGEST;
	for (;;) {
		const execution = await api.waitForExecution(id, LONGEST).catch((error: Error) => error);
		if (execution instanceof Error && Date.now() < giveUpAt) {
			await wait(1_000);
			continue;
		}
		if (execution instanceof Error) throw execution;
		if (execution.status !== 'success')
			throw new Error(`The workflow ended with the status ${execution.status}.`);
		return;
	}
}

/** n8n's HTTP Request node, which doesn't limit its rate. */
export const n8nHttpRequest: CampaignContestant = {
	name: "n8n's HTTP Request node",
	async run({ url, apiKey, accepted }, { recipients }) {
		const n8n = await startN8n({ packageFolder: false, workflows: [workflow(url, apiKey, recipients)] });
		try {
			const id = await n8n.api.runWorkflow('bench', 'By hand');
			await ended(n8n, id);
			return { refused: recipients - (await accepted()).length };
		} finally {
			await n8n.stop();
		}
	},
};
