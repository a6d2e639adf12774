import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import type { OwnDatabase } from '../../tools/n8n';
import { createDatabase, itemsOf, poll } from '../../tools/n8n';
import { sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import type { Door } from './support/door';
import { doorTo } from './support/door';
import { line, sendAuto, trigger } from './support/workflows';

const CUSTOMER = '491701234567';
const FOREIGN = 'http://127.0.0.1:9/another-system';

let sandbox: Sandbox;
let database: OwnDatabase;
let n8n: BorrowedN8n;
/** Ways to the gateway and to the store's Postgres server. */
let [gateway, postgres]: [gateway: Door, postgres: Door] = [] as never;

const workflow = line('support', [trigger('support-hook'), sendAuto()]);

beforeAll(async () => {
	[sandbox, database] = await Promise.all([startSandbox(), createDatabase(process.env.TEST_POSTGRES_URL!)]);
	[gateway, postgres] = await Promise.all([doorTo(sandbox.url), doorTo(database.url)]);
});

afterAll(async () => {
	await Promise.all([gateway?.shut(), postgres?.shut()]);
	await database?.drop();
	await sandbox?.close();
});

const headers = () => ({ 'SVC-API-KEY': sandbox.apiKey, 'content-type': 'application/json' });

async function setWebhook(url: string): Promise<void> {
	const body = JSON.stringify({ url });
	await fetch(`${sandbox.url}/v1/configs/webhook`, { method: 'POST', headers: headers(), body });
}

async function webhookNow(): Promise<string> {
	const response = await fetch(`${sandbox.url}/v1/configs/webhook`, { headers: headers() });
	return ((await response.json()) as { url: string }).url;
}

const hook = () => `${n8n.url}/webhook/support-hook/webhook`;

/** Waits until the number delivers to the trigger, then a customer writes and is answered. */
async function expectAnswer(text: string): Promise<void> {
	const isRegistered = async () => ((await webhookNow()) === hook() ? true : undefined);
	await poll(isRegistered, { onTimeout: () => 'The webhook was never registered.' });
	const before = sandbox.control.sent().length;
	await sandbox.control.customerWrites({ from: CUSTOMER, text });
	const isAnswered = async () => (sandbox.control.sent().length > before ? true : undefined);
	await poll(isAnswered, { onTimeout: () => `"${text}" was not answered.` });
	const [execution] = await n8n.api.waitForExecutions({ workflowId: 'support', status: 'success' }, 1);
	const answered = await n8n.api.waitForExecution(execution!.id);
	expect(itemsOf(answered, 'Messaging')).toMatchObject([{ sent: true, action: 'freeform' }]);
}

/** What the failed executions of the workflow say, which are there as soon as it's published. */
async function reports(): Promise<string[]> {
	const failed = await n8n.api.waitForExecutions({ workflowId: 'support', status: 'error' }, 1);
	const read = await Promise.all(failed.map(({ id }) => n8n.api.waitForExecution(id)));
	return read.map(({ data }) => {
		const { message, description } = data!.resultData.error as { message: string; description?: string };
		return `${message}. ${description}`;
	});
}

async function publishAt(urls: { baseUrl: string; store: string }): Promise<void> {
	const usual = sandboxCredential(sandbox);
	n8n = await borrowN8n({
		credentials: [{ ...usual, data: { ...usual.data, ...urls } }],
		workflows: [workflow],
		publish: ['support'],
	});
}

describe.each([
	[
		'the gateway',
		() => gateway,
		() => ({ baseUrl: gateway.url, store: '' }),
		/^The webhook can't be registered\. .*gateway couldn't be reached.*ECONNREFUSED.*don't need to publish/,
	],
	[
		'the store',
		() => postgres,
		() => ({ baseUrl: sandbox.url, store: postgres.url }),
		/^The webhook can't be registered\. The store on the Postgres server .* can't be opened/,
	],
])("a workflow that is published while %s isn't there", (_name, door, urls, why) => {
	beforeAll(async () => {
		await setWebhook(FOREIGN);
		await publishAt(urls());
	});
	afterAll(async () => {
		await n8n?.stop();
		await door().shut();
	});

	it('is published, and says once in a failed execution what is missing', async () => {
		expect(await reports()).toEqual([expect.stringMatching(why)]);
		expect(await webhookNow()).toBe(FOREIGN);
	});

	it('gets deliveries as soon as it is there, without being published again, also after a restart', async () => {
		await n8n.kill();
		await n8n.restart();
		await door().open();
		await expectAnswer('Hello');
	});

	it('stays registered through a restart without it, and gives the webhook back when it is unpublished', async () => {
		await door().shut();
		await n8n.kill();
		await n8n.restart();
		expect(await webhookNow()).toBe(hook());
		await door().open();
		await n8n.api.unpublish('support');
		expect(await webhookNow()).toBe(FOREIGN);
		await n8n.api.publish('support');
		await expectAnswer('Hello again');
	});
});

it('a mistake in the credential still fails the publication', async () => {
	const store = 'mysql://127.0.0.1/messaging';
	await expect(publishAt({ baseUrl: sandbox.url, store })).rejects.toThrow(
		/The URL of a store is sqlite:<file>/,
	);
});
