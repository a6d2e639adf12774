import type { Execution } from '../../tools/n8n';
import { itemsOf } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { readWorkflow, sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import type { ChatModel } from './support/chat-model';
import { startChatModel } from './support/chat-model';
import { agentWith, fromAi, modelCredential, sendTool, tool } from './support/agents';
import { byHand, items } from './support/workflows';

const [ADA, BEA, CLEO] = ['491701111111', '491702222222', '491703333333'] as const;
/** Has never written. */
const STRANGER = '491709999999';
const AGENT = readWorkflow('ai-agent');

let sandbox: Sandbox;
let model: ChatModel;
let n8n: BorrowedN8n;

const described = (key: string) => `={{ $fromAI('${key}', 'The ${key}', 'string') }}`;
const ofCustomer = (operation: string, customer: string) => ({
	resource: 'conversation',
	operation,
	customer,
});
const named = (value: string) => ({ __rl: true, mode: 'name', value });

const TOOLS = [
	sendTool('Send'),
	tool('State', ofCustomer('getState', described('customer'))),
	tool('Messages', {
		...ofCustomer('getMessages', fromAi('Customer')),
		returnAs: 'one',
		returnAll: fromAi('Return_All', 'boolean'),
		limit: fromAi('Limit', 'number'),
	}),
	tool('Release', ofCustomer('release', fromAi('Customer'))),
	sendTool('Template', {
		text: '',
		template: named(fromAi('Template')),
		templateVariables: {
			mappingMode: 'defineBelow',
			matchingColumns: [],
			value: { body_1: fromAi('Body_1') },
			schema: [{ id: 'body_1', displayName: 'Body {{1}}', required: true, display: true, type: 'string' }],
		},
	}),
	tool('Text', { resource: 'message', operation: 'sendText', to: fromAi('To'), text: fromAi('Text') }),
	tool(
		'Report',
		{ operation: 'getReport', campaign: { __rl: true, mode: 'id', value: fromAi('Campaign') } },
		'businessMessagingCampaignTool',
	),
];

/** An agent that a person starts, for two customers at once. */
const TWO = agentWith(
	'two',
	[
		sendTool('Item', { to: '={{ $json.contact }}' }),
		sendTool('Trigger', { to: "={{ $('Items').first().json.contact }}" }),
		sendTool('Send'),
	],
	{ before: [byHand, items([{ contact: ADA }, { contact: CLEO }])], agent: { text: '={{ $json.contact }}' } },
);

/** A person chats with an agent, who answers as a stream. */
const CHAT = agentWith('chat', [sendTool('Send')], {
	before: [
		{
			name: 'Chat',
			type: '@n8n/n8n-nodes-langchain.chatTrigger',
			typeVersion: 1.5,
			webhookId: 'chat-hook',
			parameters: { public: true, mode: 'webhook', options: { responseMode: 'streaming' } },
		},
	],
	agent: { text: '={{ $json.chatInput }}' },
});

beforeAll(async () => {
	sandbox = await startSandbox();
	model = await startChatModel();
	const credential = sandboxCredential(sandbox);
	n8n = await borrowN8n({
		credentials: [
			{ ...credential, data: { ...credential.data, keepSentTexts: true } },
			modelCredential(model.url),
		],
		workflows: [AGENT, agentWith('tools', TOOLS), TWO, CHAT],
		publish: [AGENT.id, CHAT.id],
	});
});

afterAll(async () => {
	await n8n?.stop();
	await model?.close();
	await sandbox?.close();
});

async function run(id: string, trigger: string): Promise<Execution> {
	const execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow(id, trigger));
	expect(execution.data?.resultData.error?.message).toBeUndefined();
	return execution;
}

async function startedBy(text: string): Promise<Execution> {
	await sandbox.clock.advance(1_000);
	const before = (await n8n.api.executions({ workflowId: AGENT.id })).length;
	await sandbox.control.customerWrites({ from: ADA, text });
	const [newest] = await n8n.api.waitForExecutions({ workflowId: AGENT.id }, before + 1);
	return n8n.api.waitForExecution(newest!.id);
}

const textsTo = (to: string) =>
	sandbox.control.sent({ to }).map(({ body }) => (body.text as { body: string } | undefined)?.body);
const promptOf = (index: number) =>
	model.asked.at(index)!.messages.find(({ role }) => role === 'user')!.content;

describe('the AI agent of the examples', () => {
	beforeAll(() => run(AGENT.id, 'Set up once'));

	it('answers what the customer wrote', async () => {
		model.says('It is on its way.');
		expect(itemsOf(await startedBy('Where is my parcel?'), 'Answer')).toMatchObject([
			{ to: ADA, sent: true, action: 'freeform' },
		]);
		expect(textsTo(ADA)).toEqual(['It is on its way.']);
	});

	it('remembers both sides of the conversation', async () => {
		await startedBy('When?');
		expect(promptOf(-1)).toBe('Customer: Where is my parcel?\nBusiness: It is on its way.\nCustomer: When?');
	});

	it('hands over to a person with its tool, and isn’t asked from then on', async () => {
		model.says({ tool: 'Hand_over_to_a_person', args: {} }, 'A colleague will answer here.');
		await startedBy('I want to talk to a person.');
		expect(textsTo(ADA).at(-1)).toBe('A colleague will answer here.');
		const asked = model.asked.length;
		const execution = await startedBy('Hello?');
		expect(itemsOf(execution, 'May the agent answer?', 2)).toMatchObject([
			{ decision: { action: 'hold', rule: 'human-active' } },
		]);
		expect(model.asked).toHaveLength(asked);
	});
});

/** Runs an agent that a person starts, and returns what its tools told the model last. */
async function told(workflow: string, ...says: Parameters<ChatModel['says']>): Promise<string[]> {
	model.says(...says);
	await run(workflow, byHand.name);
	return toolsTold(-1);
}

/** What the tools said in a question to the model. */
const toolsTold = (index: number) =>
	model.asked
		.at(index)!
		.messages.filter(({ role }) => role === 'tool')
		.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));

describe('operations as tools of an agent', () => {
	beforeAll(async () => {
		for (const name of ['parcel', 'offer']) {
			const category = name === 'offer' ? 'MARKETING' : 'UTILITY';
			await sandbox.control.addTemplate({ name, category, body: 'Hello {{1}}.' });
		}
		for (const from of [BEA, CLEO]) await sandbox.control.customerWrites({ from, text: 'Hi' });
		await n8n.api.waitForExecutions({ workflowId: AGENT.id }, 6);
	});

	/** Runs an agent that calls a tool, and returns what the tool told it. */
	const called = async (name: string, args: object) =>
		(await told('tools', { tool: name, args }, 'Done'))[0]!;

	it('name what the model fills in, with its type', async () => {
		await called('State', { customer: BEA });
		const asked = model.asked.map((each) =>
			Object.fromEntries((each.tools ?? []).map(({ function: { name, parameters } }) => [name, parameters])),
		);
		// Another workflow's agent may ask in between.
		const tools = asked.filter(({ State }) => State !== undefined).at(-1);
		const text = { type: 'string' };
		expect(tools).toMatchObject({
			Send: { properties: { To: text, Freeform_Text: text } },
			State: { properties: { customer: { description: 'The customer' } } },
			Messages: {
				properties: { Customer: text, Return_All: { type: 'boolean' }, Limit: { type: 'number' } },
			},
			Release: { properties: { Customer: text } },
			Template: {
				properties: { To: text, Template: text, Body_1: text },
				required: ['To', 'Template', 'Body_1'],
			},
			Report: { properties: { Campaign: text } },
		});
	});

	it('Get State', async () => {
		expect(await called('State', { customer: BEA })).toContain('"window":"open"');
	});

	it('Send Auto, once for each call', async () => {
		const send = (text: string) => ({ tool: 'Send', args: { To: BEA, Freeform_Text: text } });
		const results = await told('tools', send('From the agent'), send('And again'), 'Done');
		expect(results).toEqual([1, 2].map(() => expect.stringContaining('"action":"freeform"')));
		expect(textsTo(BEA).slice(-2)).toEqual(['From the agent', 'And again']);
	});

	it('Send Auto, with the template and its variables that the model picks', async () => {
		expect(await called('Template', { To: STRANGER, Template: 'parcel/en_US', Body_1: 'Dan' })).toContain(
			'"action":"template"',
		);
		expect(sandbox.control.sent({ to: STRANGER }).at(-1)!.body).toMatchObject({
			template: {
				name: 'parcel',
				components: [{ type: 'body', parameters: [{ type: 'text', text: 'Dan' }] }],
			},
		});
	});

	it('Get Messages, as many as the model wants', async () => {
		const args = { Customer: BEA, Return_All: false, Limit: 2 };
		const result = await called('Messages', args);
		expect(result).toContain('From the agent');
		expect(result).not.toContain('"text":"Hi"');
		expect(await called('Messages', { ...args, Return_All: true })).toContain('"text":"Hi"');
	});

	it('Release', async () => {
		for (const to of ['agent', 'business'] as const) await sandbox.control.handOver({ contact: BEA, to });
		await sandbox.control.idle();
		expect(await called('Release', { Customer: BEA })).toContain('"action":"release"');
	});

	it.each([
		['a field is empty', 'State', { customer: '' }, /Customer is empty/],
		['several fields are', 'Send', { To: '', Freeform_Text: '' }, /To is empty\..*neither freeform content/],
		[
			'there is no such template',
			'Template',
			{ To: STRANGER, Template: 'gone/en_US', Body_1: 'x' },
			/template/,
		],
		['the gateway refuses', 'Text', { To: STRANGER, Text: 'x' }, /Use Send Auto.*\(#131047\)/],
		['there is no such campaign', 'Report', { Campaign: 'gone' }, /campaign/i],
		['a text is too long', 'Send', { To: BEA, Freeform_Text: 'x'.repeat(5_000) }, /only 4096 are allowed/],
	])('tell the model what is wrong, so that it can correct itself: %s', async (_, name, args, sentence) => {
		expect(await called(name, args)).toMatch(sentence);
	});

	it.each([
		['held', () => sandbox.control.handOver({ contact: BEA, to: 'agent' }), BEA, 'hold', 'agent-holds'],
		['opted out', () => sandbox.control.optOut(STRANGER), STRANGER, 'skip', 'opted-out'],
	])('tell the model why nothing went out: %s', async (_, happens, to, action, rule) => {
		await happens();
		await sandbox.control.idle();
		const result = await called('Template', { To: to, Template: 'offer/en_US', Body_1: 'x' });
		const [item] = JSON.parse(result) as Array<Record<string, unknown>>;
		expect(item).toMatchObject({ sent: false, action, rule, reason: expect.stringMatching(/\w+ .*\./) });
	});
});

describe('an agent that gets several items', () => {
	const send = (name: string, args: object = {}) => ({ tool: name, args: { Freeform_Text: name, ...args } });

	it('gives a tool the values of the model, and the fields of each item', async () => {
		await told('two', send('Send', { To: ADA }), send('Send', { To: CLEO }), 'Done');
		await told('two', send('Item'), send('Item'), 'Done');
		expect([ADA, CLEO].map((to) => textsTo(to).slice(-2))).toEqual([
			['Send', 'Item'],
			['Send', 'Item'],
		]);
	});

	it('lets the model replace a field of the item, but not what another node has', async () => {
		const other = { contact: STRANGER };
		expect(await told('two', send('Item', other), send('Item', other), 'Done')).toEqual([
			expect.stringContaining(STRANGER),
		]);
		expect(await told('two', send('Trigger', other), send('Trigger', other), 'Done')).toEqual([
			expect.stringContaining(`"sent":true,"contact":"${ADA}"`),
		]);
	});
});

describe('an agent that answers as a stream', () => {
	it('sends what it sends without one', async () => {
		model.says({ tool: 'Send', args: { To: ADA, Freeform_Text: 'From a stream' } }, 'I have told her.');
		const answer = await fetch(`${n8n.url}/webhook/chat-hook/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: '1', chatInput: 'Tell Ada' }),
		});
		const streamed = (await answer.text()).trim().split('\n');
		const said = streamed.map((line) => (JSON.parse(line) as { content?: string }).content ?? '').join('');
		expect(said).toContain('I have told her.');
		expect(model.asked.at(-1)!.stream).toBe(true);
		expect(textsTo(ADA).at(-1)).toBe('From a stream');
		expect(toolsTold(-1)).toEqual([expect.stringContaining('"sent":true')]);
	});
});
