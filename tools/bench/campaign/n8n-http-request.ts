import type { Workflow } from '../../n8n';
import { startN8n } from '../../n8n';
import type { CampaignContestant } from './contestant';

/** How long the workflow may take. ms */
const LONGEST = 10 * 60_000;

/** A list the way n8n does it: a Code node creates it, and an HTTP Request node sends all items at once. */
function workflow(url: string, apiKey: string, recipients: number): Workflow {
	const body = `={{ JSON.stringify({ messaging_product: 'whatsapp', to: $json.to, type: 'template', template: { name: 'hello', language: { code: 'en_US' } } }) }}`;
	const node = (name: string, type: string, typeVersion: number, parameters: object, more: object = {}) => ({
		id: name,
		name,
		type: `n8n-nodes-base.${type}`,
		typeVersion,
		position: [0, 0] as [number, number],
		parameters: parameters as Record<string, unknown>,
		...more,
	});
	const list = `return Array.from({ length: ${recipients} }, (_, index) => ({ json: { to: String(491700000000 + index) } }));`;
	const send = {
		method: 'POST',
		url: `${url}/messages`,
		sendHeaders: true,
		sendBody: true,
		specifyBody: 'json',
		headerParameters: { parameters: [{ name: 'SVC-API-KEY', value: apiKey }] },
		jsonBody: body,
		options: {},
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

/** n8n's HTTP Request node, which doesn't limit its rate. */
export const n8nHttpRequest: CampaignContestant = {
	name: "n8n's HTTP Request node",
	async run({ url, apiKey, accepted }, { recipients }) {
		const n8n = await startN8n({ packageFolder: false, workflows: [workflow(url, apiKey, recipients)] });
		try {
			const id = await n8n.api.runWorkflow('bench', 'By hand');
			const { status } = await n8n.api.waitForExecution(id, LONGEST);
			if (status !== 'success') throw new Error(`The workflow ended with the status ${status}.`);
			return { refused: recipients - (await accepted()).length };
		} finally {
			await n8n.stop();
		}
	},
};
