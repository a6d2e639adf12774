import type { Workflow, WorkflowNode } from '../../../tools/n8n';

const PACKAGE = 'n8n-nodes-business-messaging';
const credentials = { businessMessagingApi: { id: 'bmSandbox', name: 'Sandbox gateway' } };

/** A workflow with its nodes in one line. */
export function line(id: string, nodes: Array<Omit<WorkflowNode, 'id' | 'position'>>): Workflow {
	const placed = nodes.map((node, index) => ({ ...node, id: `${id}-${index}`, position: [index * 200, 0] }));
	const links = nodes.slice(1).map(({ name }, index) => {
		return [nodes[index]!.name, { main: [[{ node: name, type: 'main', index: 0 }]] }] as const;
	});
	return {
		id,
		name: `Workflow ${id}`,
		nodes: placed as WorkflowNode[],
		connections: Object.fromEntries(links),
		settings: { executionOrder: 'v1' },
	};
}

export const trigger = (webhookId: string, parameters: Record<string, unknown> = {}) => ({
	name: 'Trigger',
	type: `${PACKAGE}.businessMessagingTrigger`,
	typeVersion: 1.1,
	webhookId,
	parameters: { events: ['message', 'handover'], options: {}, ...parameters },
	credentials,
});

export const byHand = {
	name: 'By hand',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

/** Returns these items, whatever its input is. */
export const items = (json: Array<Record<string, unknown>>) => ({
	name: 'Items',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(json.map((each) => ({ json: each })))};` },
});

/** A Business Messaging node with an operation. */
export const messaging = (
	parameters: Record<string, unknown>,
	node: Partial<WorkflowNode> = {},
): Omit<WorkflowNode, 'id' | 'position'> => ({
	name: 'Messaging',
	type: `${PACKAGE}.businessMessaging`,
	typeVersion: 1.5,
	parameters,
	credentials,
	...node,
});

/** A Business Messaging Campaign node with an operation. */
export const campaign = (
	operation: string,
	parameters: Record<string, unknown> = {},
	node: Partial<WorkflowNode> = {},
): Omit<WorkflowNode, 'id' | 'position'> => ({
	name: 'Campaign',
	type: `${PACKAGE}.businessMessagingCampaign`,
	typeVersion: 1.1,
	parameters: { operation, ...parameters },
	credentials,
	...node,
});

/** Send Auto with a freeform text and a template without variables. */
export const sendAuto = (parameters: Record<string, unknown> = {}, node: Partial<WorkflowNode> = {}) =>
	messaging(
		{
			resource: 'message',
			operation: 'sendAuto',
			to: '={{ $json.contact }}',
			text: 'Hello',
			template: { __rl: true, mode: 'name', value: 'hello/en_US' },
			options: {},
			...parameters,
		},
		node,
	);

/** A Rules node for the template that the item names. */
export const rules = (parameters: Record<string, unknown> = {}, node: Partial<WorkflowNode> = {}) => ({
	name: 'Rules',
	type: `${PACKAGE}.businessMessagingRules`,
	typeVersion: 1.1,
	parameters: {
		to: '={{ $json.contact }}',
		freeform: true,
		template: { __rl: true, mode: 'name', value: '={{ $json.template }}' },
		options: {},
		...parameters,
	},
	credentials,
	...node,
});
