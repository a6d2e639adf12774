import type { Workflow, WorkflowNode } from '../../../tools/n8n';
import { readWorkflow } from '../../../tools/main-job/examples';
import { byHand } from './workflows';

type Node = Omit<WorkflowNode, 'id' | 'position'>;

const EXAMPLE = readWorkflow('ai-agent');

/** A credential for a stub of a model's server, under the ID that the example uses. */
export const modelCredential = (url: string) => ({
	id: 'bmOpenAi',
	name: 'OpenAI',
	type: 'openAiApi',
	data: { apiKey: 'x', url },
});

/** One of the nodes as a tool. */
export const tool = (
	name: string,
	parameters: Record<string, unknown>,
	type = 'businessMessagingTool',
): Node => ({
	name,
	type: `n8n-nodes-business-messaging.${type}`,
	typeVersion: 1,
	parameters,
	credentials: { businessMessagingApi: { id: 'bmSandbox', name: 'Sandbox gateway' } },
});

/** Send Auto as a tool, with the customer and the text from the model, unless it is given others. */
export const sendTool = (name: string, parameters: Record<string, unknown> = {}) =>
	tool(name, {
		resource: 'message',
		operation: 'sendAuto',
		to: fromAi('To'),
		text: fromAi('Freeform_Text'),
		template: { __rl: true, mode: 'name', value: '' },
		options: {},
		...parameters,
	});

/** What the editor writes into a field that the model defines. */
export const fromAi = (key: string, type = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;

/**
 * An agent with tools.
 *
 * @param before nodes that give it items; by default, a person starts it
 * @param agent its parameters
 */
export function agentWith(
	id: string,
	tools: Node[],
	{ before = [byHand], agent = {} }: { before?: Node[]; agent?: Record<string, unknown> } = {},
): Workflow {
	const inExample = (name: string) => EXAMPLE.nodes.find((node) => node.name === name)!;
	const parameters = { promptType: 'define', text: 'Go', options: {}, ...agent };
	const line = [...before, { ...inExample('AI Agent'), parameters }];
	const placed = [...line, inExample('OpenAI Chat Model'), ...tools].map((node, index) => ({
		...node,
		id: `${id}-${index}`,
		position: [index * 200, 0] as [number, number],
	}));
	const to = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	return {
		id,
		name: id,
		nodes: placed as WorkflowNode[],
		settings: { executionOrder: 'v1' },
		connections: {
			...Object.fromEntries(
				before.map(({ name }, index) => [name, to(String(line[index + 1]!.name), 'main')]),
			),
			'OpenAI Chat Model': to('AI Agent', 'ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, to('AI Agent', 'ai_tool')])),
		},
	};
}
