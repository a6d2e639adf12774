import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Store } from '../../engine';
import { openStore } from '../../store';
import type { OwnDatabase, QueueN8n } from '../../tools/n8n';
import { createDatabase, itemsOf, poll, startQueueN8n } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { ROOT } from '../../tools/sources';
import { code, inboxTrigger, untilSettled, untilSubscribed } from './support/inbox';
import { ask, customersOf, tell } from './support/waits';
import { untilWorkerEnded } from './support/worker';
import { line, sendAuto, trigger } from './support/workflows';

const REDIS = 'redis://127.0.0.1:6379';

let sandbox: Sandbox;
let database: OwnDatabase;
let n8n: QueueN8n;
let store: Store;
let receiver: ChildProcess;

const embedded = { credentials: { businessMessagingApi: { id: 'embedded', name: 'Embedded store' } } };
const workflows = [
	line('answers', [inboxTrigger(), sendAuto({ text: '={{ $json.message.text.body }} yourself' })]),
	line('fails', [inboxTrigger({ options: { testEvents: 100 } }), code("throw new Error('Bad apple');")]),
	line('records', [trigger('records-hook', { events: ['handover'] })]),
	line('approval', [trigger('approval-hook'), ask(), tell()]),
	line('embedded', [inboxTrigger({}, embedded), sendAuto({}, embedded)]),
];

/** Receives deliveries in a process of its own. */
async function startReceiverProcess(storeUrl: string, secret: string): Promise<[ChildProcess, string]> {
	const command = [join(ROOT, 'dist/cli/main.js'), 'receive', '--port', '0', '--host', '127.0.0.1'];
	const child = spawn(process.execPath, [...command, '--store', storeUrl, '--secret', secret], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const printed of createInterface({ input: child.stdout })) {
		const url = /listening for deliveries at (\S+)/.exec(printed)?.[1];
		if (url) return [child, url];
	}
	throw new Error('The receiver ended before it was ready.');
}

beforeAll(async () => {
	database = await createDatabase(process.env.TEST_POSTGRES_URL!);
	sandbox = await startSandbox();
	const usual = sandboxCredential(sandbox);
	n8n = await startQueueN8n({
		databaseUrl: database.url,
		redisUrl: REDIS,
		workflows,
		credentials: [
			{ ...usual, data: { ...usual.data, store: database.url } },
			{ ...usual, id: 'embedded', name: 'Embedded store' },
		],
	});
	store = await openStore(database.url);
});

afterAll(async () => {
	await n8n?.stop();
	await store?.close();
	await sandbox?.close();
	await database?.drop();
});

async function setWebhook(url: string): Promise<void> {
	const headers = { 'SVC-API-KEY': sandbox.apiKey, 'content-type': 'application/json' };
	await fetch(`${sandbox.url}/v1/configs/webhook`, {
		method: 'POST',
		headers,
		body: JSON.stringify({ url }),
	});
}

const customers = (from: number, count: number) =>
	Array.from({ length: count }, (_, index) => `4917000000${from + index}`);

const textsTo = (contact: string) =>
	sandbox.control
		.sent()
		.filter(({ to }) => to === contact)
		.map(({ type, body }) => [type, (body.text as { body: string }).body]);

/** All customers write at once, and write again when they were answered. */
async function converse(contacts: string[]): Promise<void> {
	for (const [round, word] of ['Help', 'Thank'].entries()) {
		await Promise.all(contacts.map((from) => sandbox.control.customerWrites({ from, text: word })));
		const answered = async () =>
			contacts.every((contact) => textsTo(contact).length > round) ? true : undefined;
		await poll(answered, { onTimeout: () => `Not everybody is answered: "${word}".` });
	}
	await sandbox.control.idle();
	await untilSettled(store, 'answers/answers-0');
}

describe('deliveries come to a receiver, the Inbox Trigger reads in the main process, and a worker answers', () => {
	const contacts = customers(100, 20);

	beforeAll(async () => {
		const [child, url] = await startReceiverProcess(database.url, sandbox.signingSecret);
		receiver = child;
		await n8n.api.publish('answers');
		await untilSubscribed(store, 'answers/answers-0');
		await setWebhook(url);
		await converse(contacts);
	});
	afterAll(async () => {
		receiver?.kill();
		if (receiver) await once(receiver, 'exit');
	});

	it('each customer is answered as often as they wrote, in their order, in the window opened a moment before', () => {
		for (const contact of contacts) {
			expect(textsTo(contact)).toEqual([
				['text', 'Help yourself'],
				['text', 'Thank yourself'],
			]);
		}
		expect(sandbox.control.violations()).toEqual([]);
	});

	it('the worker ran the executions, and none of them is a repeat', async () => {
		const executions = await n8n.api.executions({ workflowId: 'answers', includeData: true });
		expect(executions.map(({ status }) => status)).not.toContain('error');
		for (const execution of executions) {
			await untilWorkerEnded(n8n.worker, execution.id);
			expect(itemsOf(execution, 'Inbox').filter(({ repeat }) => repeat)).toEqual([]);
		}
		const events = executions.flatMap((execution) =>
			itemsOf(execution, 'Inbox').map(({ eventId }) => eventId),
		);
		expect(new Set(events).size).toBe(events.length);
		expect(events).toHaveLength(2 * contacts.length);
	});

	it('a test run shows the newest events', async () => {
		const execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow('fails', 'Inbox'));
		expect(itemsOf(execution, 'Inbox')).toHaveLength(2 * contacts.length);
	});

	it('what fails in the worker is a dead letter of the execution', async () => {
		await n8n.api.publish('fails');
		await untilSubscribed(store, 'fails/fails-0');
		await sandbox.control.customerWrites({ from: contacts[0]!, text: 'Fail' });
		const deadLetter = async () =>
			(await store.inbox.deadLetters.list({ subscription: 'fails/fails-0' })).at(0);
		const letter = await poll(deadLetter, {
			onTimeout: () => 'What failed is no dead letter.',
		});
		const failed = await n8n.api.executions({ workflowId: 'fails', status: 'error' });
		expect(letter).toMatchObject({
			executionId: failed.find(({ mode }) => mode === 'trigger')?.id,
			error: expect.stringContaining('Bad apple') as string,
		});
		await n8n.api.unpublish('fails');
	});
});

describe('deliveries come to the Trigger in the webhook process', () => {
	it('and are read in the main process and answered by the worker', async () => {
		await n8n.api.publish('records');
		const contacts = customers(200, 5);
		await converse(contacts);
		for (const contact of contacts) expect(textsTo(contact)).toHaveLength(2);
		expect(sandbox.control.violations()).toEqual([]);
		expect(await n8n.api.executions({ workflowId: 'records' })).toEqual([]);
	});
});

it('an embedded store is refused, with what to set instead', async () => {
	await expect(n8n.api.publish('embedded')).rejects.toThrow(
		/n8n runs in queue mode.*BUSINESS_MESSAGING_STORE=postgres:\/\//,
	);
	await n8n.api.unpublish('embedded');
});

it('a worker asks, the webhook process takes the taps of several customers at once, and a worker continues', async () => {
	for (const id of ['answers', 'records']) await n8n.api.unpublish(id);
	await n8n.api.publish('approval');
	const people = customersOf(sandbox);
	const contacts = Array.from({ length: 5 }, (_, index) => `49170660000${index}`);
	await Promise.all(contacts.map((from) => sandbox.control.customerWrites({ from, text: 'Hello' })));
	await Promise.all(
		contacts.map(async (contact, index) => {
			const question = await people.message(contact);
			await people.tap(contact, question, index % 2 === 0 ? 'Approve' : 'Decline');
		}),
	);
	await Promise.all(contacts.map((contact) => people.message(contact, 2)));
	for (const [index, contact] of contacts.entries()) {
		const [told] = people.texts(contact);
		expect(JSON.parse(told!)).toMatchObject({ approved: index % 2 === 0, responder: { id: contact } });
	}
	await sandbox.control.idle();
	await n8n.api.waitForExecutions({ workflowId: 'approval', status: 'success' }, contacts.length);
	const executions = await n8n.api.executions({ workflowId: 'approval', includeData: true });
	expect(executions.map(({ status }) => status)).toEqual(contacts.map(() => 'success'));
	for (const execution of executions) {
		expect(itemsOf(execution, 'Ask')).toMatchObject([{ timedOut: false }]);
		await untilWorkerEnded(n8n.worker, execution.id);
	}
	expect(sandbox.control.violations()).toEqual([]);
});
