import { itemsOf, poll, type Workflow } from '../../tools/n8n';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';

const greet: Workflow = {
	id: 'greet',
	name: 'Greet',
	nodes: [
		{
			id: 'called',
			name: 'Called',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			position: [0, 0],
			webhookId: 'greet',
			parameters: { httpMethod: 'POST', path: 'greet', responseMode: 'lastNode' },
		},
		{
			id: 'answer',
			name: 'Answer',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			position: [200, 0],
			parameters: { mode: 'raw', jsonOutput: '={{ { greeting: "Hello " + $json.body.name } }}' },
		},
	],
	connections: { Called: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } },
};

const count: Workflow = {
	id: 'count',
	name: 'Count',
	nodes: [
		{
			id: 'start',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: 'numbers',
			name: 'Numbers',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			position: [200, 0],
			parameters: { jsCode: 'return [1, 2, 3].map((number) => ({ json: { number } }));' },
		},
	],
	connections: { Start: { main: [[{ node: 'Numbers', type: 'main', index: 0 }]] } },
};

let n8n: BorrowedN8n;

beforeAll(async () => {
	n8n = await borrowN8n({
		credentials: [
			{ id: 'key', name: 'Key', type: 'httpHeaderAuth', data: { name: 'x-api-key', value: 'secret' } },
		],
		workflows: [greet, count],
		publish: ['greet'],
	});
});

afterAll(async () => {
	await n8n?.stop();
});

const call = (path: string) =>
	fetch(`${n8n.url}/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ name: 'Ada' }),
	});

test('a published workflow answers on its webhook', async () => {
	const response = await call('webhook/greet');
	expect(await response.json()).toEqual({ greeting: 'Hello Ada' });

	const [execution] = await n8n.api.waitForExecutions({ workflowId: 'greet', includeData: true }, 1);
	expect(execution).toMatchObject({ mode: 'webhook', status: 'success' });
	expect(execution && itemsOf(execution, 'Answer')).toEqual([{ greeting: 'Hello Ada' }]);
});

test('a workflow is run from its manual trigger, and its items are read', async () => {
	const id = await n8n.api.runWorkflow('count', 'Start');
	const execution = await n8n.api.waitForExecution(id);
	expect(execution).toMatchObject({ mode: 'manual', status: 'success' });
	expect(itemsOf(execution, 'Numbers')).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
});

test('unpublishing a workflow takes its webhook away, publishing it brings it back', async () => {
	await n8n.api.unpublish('greet');
	expect((await call('webhook/greet')).status).toBe(404);
	await n8n.api.publish('greet');
	expect((await call('webhook/greet')).status).toBe(200);
});

test('a test listen takes one event, or ends when it is stopped', async () => {
	const { listenForTest, listens, stopListening } = n8n.api;
	const closed = () =>
		poll(async () => ((await listens('greet')) ? undefined : true), {
			onTimeout: () => 'n8n still listens',
		});
	expect(await listens('greet')).toBe(false);

	await listenForTest('greet', 'Called');
	expect((await call('webhook-test/greet')).status).toBe(200);
	await closed();

	await listenForTest('greet', 'Called');
	expect(await listens('greet')).toBe(true);
	await stopListening('greet');
	await closed();
});

test('a changed workflow is changed for callers when it is published again', async () => {
	const [called, answer] = greet.nodes;
	if (!called || !answer) throw new Error('the workflow has lost its nodes');
	const parameters = { ...answer.parameters, jsonOutput: '{ "greeting": "Hi" }' };
	await n8n.api.saveWorkflow({ ...greet, nodes: [called, { ...answer, parameters }] });
	expect(await (await call('webhook/greet')).json()).toEqual({ greeting: 'Hello Ada' });
	await n8n.api.publish('greet');
	expect(await (await call('webhook/greet')).json()).toEqual({ greeting: 'Hi' });
});

test('the editor lists the node types', async () => {
	const names = (await n8n.api.nodeTypes()).map(({ name }) => name);
	expect(names).toContain('n8n-nodes-base.webhook');
});

test('a stored credential is tested by its id', async () => {
	expect(await n8n.api.testCredential('Key')).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('No testing function'),
	});
});
