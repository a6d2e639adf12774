import { verifySignature } from '../../engine';
import type { Workflow } from '../../tools/n8n';
import { freePort, itemsOf, poll } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import type { HttpServer } from '../support/http-server';
import { json, startHttpServer } from '../support/http-server';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { inbox, inboxTrigger } from './support/inbox';
import { byHand, line, trigger } from './support/workflows';

const CUSTOMER = '491701234567';
const HEADER = 'x-provider-signature';

let sandbox: Sandbox;
let n8n: BorrowedN8n;
/** The other system, and whether it takes deliveries. */
let chat: HttpServer;
let isDown = false;
let port: number;

const idle = { name: 'Idle', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
const options = (given: Record<string, string> = {}) => ({
	options: { forwardTo: `${chat.url}/hook`, privateHosts: new URL(chat.url).host, ...given },
});

beforeAll(async () => {
	sandbox = await startSandbox();
	chat = await startHttpServer((_request, response) => json(response, isDown ? 503 : 200, {}));
	port = await freePort();
	const workflows: Workflow[] = [
		line('desk', [trigger('desk-hook', options()), idle]),
		line('private', [trigger('private-hook', options({ privateHosts: '' })), idle]),
		line('volume', [inboxTrigger({ deliveries: 'here', port, ...options() }), idle]),
		line('itself', [
			inboxTrigger({
				deliveries: 'here',
				port,
				...options({
					forwardTo: `http://127.0.0.1:${port}/webhook`,
					privateHosts: `127.0.0.1:${port}`,
				}),
			}),
			idle,
		]),
		line('stats', [byHand, inbox({ operation: 'getStats' })]),
	];
	n8n = await borrowN8n({ credentials: [sandboxCredential(sandbox)], workflows });
});

afterAll(async () => {
	await n8n?.stop();
	await chat?.close();
	await sandbox?.close();
});

beforeEach(() => {
	isDown = false;
	chat.requests.length = 0;
});

async function writes(text: string): Promise<void> {
	await sandbox.control.customerWrites({ from: CUSTOMER, text });
	await sandbox.control.idle();
}

/** The texts of the messages that came to the other system, those that it refused too. */
const texts = () =>
	chat.requests.flatMap(({ text }) => [...text.matchAll(/"body":"([^"]+)"/g)].map(([, body]) => body));

async function untilChatHas(text: string): Promise<void> {
	const has = async () => (texts().includes(text) ? true : undefined);
	await poll(has, { onTimeout: () => `${text} isn't forwarded: ${texts().join(', ')}` });
}

interface Forwards {
	target: string;
	waiting: number;
	oldestAt: string | null;
	lastError: string | null;
}

/** What Get Stats says of the other system. */
async function statsOfChat() {
	const id = await n8n.api.runWorkflow('stats', 'By hand');
	const execution = await n8n.api.waitForExecution(id);
	const [{ forwards }] = itemsOf(execution, 'Inbox') as unknown as [{ forwards: Forwards[] }];
	return forwards[0]!;
}

async function setWebhook(url: string): Promise<void> {
	const headers = { 'SVC-API-KEY': sandbox.apiKey, 'content-type': 'application/json' };
	const body = JSON.stringify({ url });
	await fetch(`${sandbox.url}/v1/configs/webhook`, { method: 'POST', headers, body });
}

describe('Business Messaging Trigger', () => {
	it('forwards in a test run too, which gets its item as without', async () => {
		await n8n.api.listenForTest('desk', 'Trigger');
		await writes('tried');
		await untilChatHas('tried');
		const [run] = await n8n.api.waitForExecutions({ workflowId: 'desk' }, 1);
		const ended = await n8n.api.waitForExecution(run!.id);
		expect(itemsOf(ended, 'Trigger')).toMatchObject([{ text: 'tried' }]);
		expect(itemsOf(ended, 'Idle')).toMatchObject([{ text: 'tried' }]);
	});

	it('forwards what it received, with a signature that fits, and starts the workflow', async () => {
		await n8n.api.publish('desk');
		const before = (await n8n.api.executions({ workflowId: 'desk' })).length;
		await writes('hello');
		await untilChatHas('hello');
		const [{ text, headers }] = chat.requests as [(typeof chat.requests)[number]];
		expect(verifySignature(Buffer.from(text), String(headers[HEADER]), sandbox.signingSecret)).toBe(true);
		const executions = await n8n.api.waitForExecutions({ workflowId: 'desk' }, before + 1);
		expect(executions).toHaveLength(before + 1);
	});

	it('keeps what the other system does not take, across a kill of n8n, and goes on meanwhile', async () => {
		isDown = true;
		const before = (await n8n.api.executions({ workflowId: 'desk' })).length;
		await writes('first');
		await writes('second');
		await n8n.api.waitForExecutions({ workflowId: 'desk' }, before + 2);
		await untilChatHas('first');
		await n8n.kill();
		isDown = false;
		chat.requests.length = 0;
		await n8n.restart();
		await untilChatHas('first');
		await untilChatHas('second');
	});

	it('is refused with a private address that is not named', async () => {
		await n8n.api.unpublish('desk');
		const { host } = new URL(chat.url);
		await expect(n8n.api.publish('private')).rejects.toThrow(
			new RegExp(`Forward To contains ${chat.url}/hook, .* name ${host} in Private Hosts`),
		);
	});
});

describe('Business Messaging Inbox Trigger', () => {
	it('forwards what it receives on its own port, and Get Stats says how far behind the other system is', async () => {
		await n8n.api.publish('volume');
		const url = `http://127.0.0.1:${port}/webhook`;
		const listens = async () => ((await fetch(url).catch(() => undefined)) ? true : undefined);
		await poll(listens, { onTimeout: () => 'The receiver does not come up.' });
		await setWebhook(url);
		isDown = true;
		await writes('volume');
		await untilChatHas('volume');
		const refused = async () => {
			const { lastError } = await statsOfChat();
			return lastError === null ? undefined : true;
		};
		await poll(refused, { onTimeout: () => 'The refusal is not noted.' });
		const stats = await statsOfChat();
		expect(stats).toMatchObject({ target: `${chat.url}/hook`, waiting: 1, lastError: 'It answered 503.' });
		expect(Date.parse(stats.oldestAt!)).toBeLessThanOrEqual(Date.now());
		isDown = false;
		const isDone = async () => ((await statsOfChat()).waiting === 0 ? true : undefined);
		await poll(isDone, { onTimeout: () => 'It still waits.' });
	});

	it('is not published to forward to itself', async () => {
		await n8n.api.unpublish('volume');
		await expect(n8n.api.publish('itself')).rejects.toThrow(/where the deliveries come from/);
	});
});
