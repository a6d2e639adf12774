import type { Execution, Workflow } from '../../tools/n8n';
import { poll } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import type { HttpServer } from '../support/http-server';
import { json, startHttpServer } from '../support/http-server';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { fromAi } from './support/agents';
import { ask, customersOf } from './support/waits';
import { byHand, line, trigger } from './support/workflows';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const BOSS = '491708880001';
/** Whom the model picks; has not written, so only a template can go out. */
const CHOSEN = '491708880002';

let sandbox: Sandbox;
let n8n: BorrowedN8n;
let model: HttpServer;
let customers: ReturnType<typeof customersOf>;

interface Asked {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; parameters: object } }>;
}

/** What the model fills in where a review leaves it to the model. */
const BY_THE_MODEL = { Reviewer: CHOSEN, Template: 'review/en_US' };

/** A model that uses its first tool, and then repeats what the tool said. */
const startModel = () =>
	startHttpServer(({ body }, response) => {
		const { messages, tools = [] } = body as Asked;
		const said = messages.findLast(({ role }) => role === 'tool');
		const message = said
			? { role: 'assistant', content: `The tool said: ${JSON.stringify(said.content)}` }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: 'call_1',
							type: 'function',
							function: {
								name: tools[0]!.function.name,
								arguments: JSON.stringify({
									toolParameters: { input: '6 * 7' },
									hitlParameters: BY_THE_MODEL,
								}),
							},
						},
					],
				};
		const finish_reason = said ? 'stop' : 'tool_calls';
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const choices = [{ index: 0, message, finish_reason }];
		json(response, 200, { id: 'c', object: 'chat.completion', created: 0, model: 'stub', choices, usage });
	});

/** An agent whose tool is used only after somebody has approved it in the chat. */
function agentWorkflow(id: string, form: Record<string, unknown>): Workflow {
	const workflow = line(id, [
		byHand,
		{
			name: 'Agent',
			type: `${LANGCHAIN}.agent`,
			typeVersion: 3,
			parameters: { promptType: 'define', text: 'How much is 6 * 7?', options: {} },
		},
	]);
	const beside = (node: object, index: number) => ({
		id: `${id}-beside-${index}`,
		position: [index * 200, 300] as [number, number],
		...node,
	});
	const { parameters, ...review } = ask({ ...form, message: 'May I use {{ $tool.name }}?' }, 'Review');
	const { resource, operation, ...rest } = parameters as Record<string, unknown>;
	const nodes = [
		{
			name: 'Model',
			type: `${LANGCHAIN}.lmChatOpenAi`,
			typeVersion: 1.3,
			parameters: {
				model: { __rl: true, mode: 'id', value: 'stub' },
				responsesApiEnabled: false,
				options: {},
			},
			credentials: { openAiApi: { id: 'stub', name: 'Stub' } },
		},
		{
			...review,
			type: `${review.type}HitlTool`,
			parameters: { ...rest, resource, operation, message: '=May I use {{ $tool.name }}?' },
		},
		{ name: 'Calculator', type: `${LANGCHAIN}.toolCalculator`, typeVersion: 1, parameters: {} },
	].map(beside);
	return {
		...workflow,
		nodes: [...workflow.nodes, ...(nodes as Workflow['nodes'])],
		connections: {
			...workflow.connections,
			Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
			Review: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			Calculator: { ai_tool: [[{ node: 'Review', type: 'ai_tool', index: 0 }]] },
		} as Workflow['connections'],
	};
}

beforeAll(async () => {
	sandbox = await startSandbox();
	customers = customersOf(sandbox);
	await sandbox.control.addTemplate({
		name: 'review',
		components: [
			{ type: 'BODY', text: 'May the agent go on?' },
			{
				type: 'BUTTONS',
				buttons: [
					{ type: 'QUICK_REPLY', text: 'Yes' },
					{ type: 'QUICK_REPLY', text: 'No' },
				],
			},
		],
	});
	model = await startModel();
	n8n = await borrowN8n({
		credentials: [
			sandboxCredential(sandbox),
			{
				id: 'stub',
				name: 'Stub',
				type: 'openAiApi',
				data: { apiKey: 'key', url: `${model.url}/v1`, header: false },
			},
		],
		workflows: [
			line('receives', [trigger('receives-hook', { events: ['handover'] })]),
			agentWorkflow('agent', { to: BOSS }),
			agentWorkflow('chosen', {
				to: fromAi('Reviewer'),
				template: { __rl: true, mode: 'name', value: fromAi('Template') },
			}),
		],
		publish: ['receives'],
	});
	await sandbox.control.customerWrites({ from: BOSS, text: 'Hello' });
	await sandbox.control.idle();
});

afterAll(async () => {
	await n8n?.stop();
	await model?.close();
	await sandbox?.close();
});

async function ended(id: string): Promise<Execution> {
	const hasEnded = async () => {
		const last = await n8n.api.waitForExecution(id);
		return last.status === 'waiting' ? undefined : last;
	};
	return poll(hasEnded, { onTimeout: () => 'The execution still waits.' });
}

/** Starts the agent, answers the question of its reviewer, and returns the execution at its end. */
async function reviewed(
	workflow: string,
	reviewer: string,
	answer: (question: Awaited<ReturnType<typeof customers.message>>) => Promise<void>,
): Promise<Execution> {
	const before = sandbox.control.sent({ to: reviewer }).length;
	const id = await n8n.api.runWorkflow(workflow, 'By hand');
	const question = await Promise.race([
		customers.message(reviewer, before + 1),
		ended(id).then((execution) => {
			throw new Error(JSON.stringify(execution.data?.resultData).slice(0, 3_000));
		}),
	]);
	await answer(question);
	const execution = await ended(id);
	expect(execution.data?.resultData.error?.message).toBeUndefined();
	return execution;
}

describe('as a Human Review tool', () => {
	it.each([
		['Approve', /42/],
		['Decline', /rejected the tool call/],
	])('%s', async (title, output) => {
		const { data } = await reviewed('agent', BOSS, async (question) => {
			expect(JSON.stringify(question.body)).toContain('May I use');
			await customers.tap(BOSS, question, title);
		});
		expect(JSON.stringify(data?.resultData.runData.Agent)).toMatch(output);
	});

	it('the model picks the reviewer and the template', async () => {
		const { data } = await reviewed('chosen', CHOSEN, async (question) => {
			expect(question.body.template).toMatchObject({ name: 'review' });
			await customers.tapQuickReply(CHOSEN, question, 0, 'Yes');
		});
		const { tools } = model.requests.at(-1)!.body as Asked;
		expect(tools![0]!.function.parameters).toMatchObject({
			properties: {
				hitlParameters: { properties: { Reviewer: { type: 'string' }, Template: { type: 'string' } } },
			},
		});
		expect(JSON.stringify(data?.resultData.runData.Agent)).toMatch(/42/);
	});
});
