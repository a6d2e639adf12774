import { join } from 'node:path';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { openStore } from '../../store';
import type { Execution, OwnDatabase, QueueN8n } from '../../tools/n8n';
import { createDatabase, itemsOf, poll, startQueueN8n } from '../../tools/n8n';
import { sandboxCredential } from '../../tools/main-job/examples';
import { inboxTrigger, untilSubscribed } from './support/inbox';
import { line, messaging, sendAuto, trigger } from './support/workflows';

const REDIS = 'redis://127.0.0.1:6379';
const CUSTOMER = '491701234567';

let sandbox: Sandbox;
let database: OwnDatabase;
let n8n: QueueN8n;

/** Leaves nothing of the item but whom to answer, as nodes do that make items of their own. */
const onlyContact = {
	name: 'Own item',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: '={{ { "contact": $json.contact } }}', options: {} },
};

const workflows = [
	line('support', [trigger('support-hook'), sendAuto()]),
	line('agent', [
		inboxTrigger(),
		onlyContact,
		sendAuto({}, { name: 'Answer' }),
		messaging({ resource: 'conversation', operation: 'getState', customer: '={{ $json.contact }}' }),
	]),
];

beforeAll(async () => {
	[sandbox, database] = await Promise.all([startSandbox(), createDatabase(process.env.TEST_POSTGRES_URL!)]);
	const credentials = [sandboxCredential(sandbox)];
	n8n = await startQueueN8n({ databaseUrl: database.url, redisUrl: REDIS, workflows, credentials });
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
	await database?.drop();
});

async function webhookNow(): Promise<string> {
	const headers = { 'SVC-API-KEY': sandbox.apiKey };
	const response = await fetch(`${sandbox.url}/v1/configs/webhook`, { headers });
	return ((await response.json()) as { url: string }).url;
}

const hook = () => `${n8n.webhookUrl}/webhook/support-hook/webhook`;

async function ended(workflowId: string, status: 'error' | 'success'): Promise<Execution> {
	const [{ id }] = (await n8n.api.waitForExecutions({ workflowId, status }, 1)) as [Execution];
	return n8n.api.waitForExecution(id);
}

interface Told {
	message: string;
	description?: string;
}

const told = (execution: Execution) => execution.data!.resultData.error as Told;

describe('a workflow that is published before the processes have a store', () => {
	it('the test of the credential says what to set', async () => {
		expect(await n8n.api.testCredential('Sandbox gateway')).toEqual({
			status: 'Error',
			message: expect.stringMatching(
				/The store can't be used.*queue mode.*BUSINESS_MESSAGING_STORE=postgres/,
			) as string,
		});
	});

	it('a failed execution says what to set', async () => {
		await n8n.api.publish('support');
		expect(told(await ended('support', 'error'))).toMatchObject({
			message: "The webhook can't be registered",
			description: expect.stringMatching(/queue mode.*BUSINESS_MESSAGING_STORE=postgres/) as string,
		});
		expect(await webhookNow()).not.toBe(hook());
	});

	it('gets deliveries once the store is set and everything is restarted, without being published again', async () => {
		const env = { BUSINESS_MESSAGING_STORE: database.url };
		await Promise.all([n8n.webhook.stop(), n8n.worker.stop(), n8n.kill()]);
		const { stop } = n8n;
		const webhook = await n8n.startWebhook(env);
		const worker = await n8n.startWorker(env);
		n8n = { ...n8n, ...(await n8n.restart(env)), webhook, worker, stop };
		const isRegistered = async () => ((await webhookNow()) === hook() ? true : undefined);
		await poll(isRegistered, { onTimeout: () => 'The webhook was never registered.' });
		expect(await n8n.api.testCredential('Sandbox gateway')).toMatchObject({ status: 'OK' });
		await n8n.api.publish('agent');
		const store = await openStore(database.url);
		await untilSubscribed(store, 'agent/agent-0');
		await store.close();
		await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hello' });
		const answered = await ended('support', 'success');
		expect(itemsOf(answered, 'Messaging')).toMatchObject([{ sent: true, action: 'freeform' }]);
		await ended('agent', 'success');
	});
});

describe('a worker whose environment names another store', () => {
	const file = () => join(n8n.folder, 'of-the-worker.sqlite');

	beforeAll(async () => {
		await n8n.worker.stop();
		const own = { BUSINESS_MESSAGING_STORE: `sqlite:${file()}`, BUSINESS_MESSAGING_SHARED_FOLDER: 'true' };
		n8n.worker = await n8n.startWorker(own);
		const before = sandbox.control.sent().length;
		await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hello again' });
		await Promise.all(
			workflows.map(({ id }) =>
				n8n.api.waitForExecutions({ workflowId: id, status: 'error' }, id === 'support' ? 2 : 1),
			),
		);
		expect(sandbox.control.sent()).toHaveLength(before);
	});

	it.each(['support', 'agent'])('fails in the workflow %s, and names both stores', async (workflowId) => {
		const failed = await ended(workflowId, 'error');
		const { message, description = '' } = told(failed);
		expect(message).toMatch(/uses another store than the trigger/);
		const { host, pathname } = new URL(database.url);
		expect(description).toContain(`postgres://${host}${pathname}`);
		expect(description).toContain(file());
	});
});
