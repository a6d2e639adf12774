import type { PolicyDocument, Store } from '../../engine';
import { policies, verifySignature } from '../../engine';
import { Client } from 'pg';
import { openStore } from '../../store';
import type { Execution, OwnDatabase, QueueN8n } from '../../tools/n8n';
import { createDatabase, itemsOf, poll, startQueueN8n } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import type { HttpServer, Request } from '../support/http-server';
import { json, startHttpServer } from '../support/http-server';
import { untilWorkerEnded } from './support/worker';
import { line, messaging, sendAuto, trigger } from './support/workflows';

const REDIS = 'redis://127.0.0.1:6379';
/** Nobody is silent for so long, unless a test lets the time pass. */
const HOUR = 3_600;

let sandbox: Sandbox;
let database: OwnDatabase;
let n8n: QueueN8n;
let store: Store;
/** Another system that gets what is received, whether it is down, and what it took. */
let chat: HttpServer;
let isDown = false;
const taken: Request[] = [];

/** The strict policy with the rule for conversations that a person answers. */
const desk: PolicyDocument = {
	...policies.strict,
	name: 'desk',
	rules: policies.strict.rules.map((rule) =>
		rule.name === 'human-active' ? { ...rule, enabled: true } : rule,
	),
};

const deskWorkflow = () => [
	trigger('desk-hook', {
		options: { forwardTo: `${chat.url}/hook`, privateHosts: new URL(chat.url).host },
	}),
	sendAuto({ text: 'It is on its way.', options: { policy: 'desk' } }, { name: 'Answer' }),
	messaging(
		{
			resource: 'conversation',
			operation: 'getMessages',
			customer: "={{ $('Trigger').item.json.contact }}",
		},
		{ name: 'History' },
	),
];

beforeAll(async () => {
	chat = await startHttpServer((request, response) => {
		if (!isDown) taken.push(request);
		json(response, isDown ? 503 : 200, {});
	});
	database = await createDatabase(process.env.TEST_POSTGRES_URL!);
	sandbox = await startSandbox();
	const usual = sandboxCredential(sandbox);
	n8n = await startQueueN8n({
		databaseUrl: database.url,
		redisUrl: REDIS,
		workflows: [
			line('chat', [trigger('chat-hook', { waitForSilence: true, silence: HOUR, atMost: HOUR })]),
			line('desk', deskWorkflow()),
		],
		credentials: [{ ...usual, data: { ...usual.data, store: database.url, keepSentTexts: true } }],
	});
	store = await openStore(database.url);
	await store.policies.save(desk, Date.now());
});

afterAll(async () => {
	await n8n?.stop();
	await store?.close();
	await sandbox?.close();
	await chat?.close();
	await database?.drop();
});

async function writes(from: string, ...texts: string[]): Promise<void> {
	for (const text of texts) await sandbox.control.customerWrites({ from, text });
	await sandbox.control.idle();
}

/** Lets every silence that has begun last long enough. */
async function passSilence(): Promise<void> {
	const client = new Client({ connectionString: database.url });
	await client.connect();
	await client.query('UPDATE business_messaging.burst SET due_at = 0');
	await client.end();
}

/** What executions were started with, once there are so many; oldest first. */
async function handedOut(length: number): Promise<Array<[mode: string, texts: unknown[]]>> {
	const all = async () => {
		const ended = { workflowId: 'chat', status: 'success', includeData: true } as const;
		const executions = await n8n.api.executions(ended);
		return executions.length >= length ? executions.reverse() : undefined;
	};
	const executions = await poll(all, {
		onTimeout: () => `There are not ${length} executions.`,
	});
	return executions.map((execution: Execution) => [
		execution.mode,
		itemsOf(execution, 'Trigger').map(({ text }) => text),
	]);
}

describe('a trigger that waits for silence', () => {
	beforeAll(() => n8n.api.publish('chat'));
	afterAll(() => n8n.api.unpublish('chat'));

	it('the webhook process takes the messages in, the main process waits, and a worker gets them together', async () => {
		await writes('491701000001', 'Hi', 'Me again');
		await passSilence();
		expect(await handedOut(1)).toEqual([['trigger', ['Hi\nMe again']]]);
		const [execution] = await n8n.api.executions({ workflowId: 'chat' });
		await untilWorkerEnded(n8n.worker, execution!.id);
	});

	it('what waits survives a kill of the main process before the deadline', async () => {
		await writes('491701000002', 'One', 'Two');
		await n8n.kill();
		// The webhook process still takes messages in.
		await writes('491701000002', 'Three');
		await passSilence();
		n8n = { ...n8n, ...(await n8n.restart()), stop: n8n.stop };
		expect((await handedOut(2))[1]).toEqual(['trigger', ['One\nTwo\nThree']]);
	});

	it('and a kill of the webhook process', async () => {
		await writes('491701000003', 'Four', 'Five');
		await n8n.webhook.kill();
		await passSilence();
		expect((await handedOut(3))[2]).toEqual(['trigger', ['Four\nFive']]);
		n8n = { ...n8n, webhook: await n8n.startWebhook() };
		await writes('491701000003', 'Six');
		await passSilence();
		expect((await handedOut(4))[3]).toEqual(['trigger', ['Six']]);
	});
});

describe('a support desk', () => {
	const CUSTOMER = '491701000009';
	beforeAll(() => n8n.api.publish('desk'));

	/** The newest of so many executions, once a worker has ended so many. */
	async function execution(count: number): Promise<Execution> {
		const ended = { workflowId: 'desk', status: 'success', includeData: true } as const;
		const [newest] = await n8n.api.waitForExecutions(ended, count);
		await untilWorkerEnded(n8n.worker, newest!.id);
		await sandbox.control.idle();
		return newest!;
	}

	it('a worker sends, and reads the history with what it has just sent', async () => {
		await writes(CUSTOMER, 'Where is my parcel?');
		expect(itemsOf(await execution(1), 'History')).toMatchObject([
			{ role: 'user', sentBy: 'customer', text: 'Where is my parcel?', contact: CUSTOMER },
			{ role: 'assistant', sentBy: 'workflow', text: 'It is on its way.', contact: CUSTOMER },
		]);
	});

	it('a worker holds its message once the webhook process has heard that a person answered', async () => {
		await sandbox.control.appReplies({ to: CUSTOMER, text: 'I look into it.' });
		await sandbox.control.idle();
		await writes(CUSTOMER, 'And now?');
		const held = await execution(2);
		expect(itemsOf(held, 'Answer')).toMatchObject([{ action: 'hold', rule: 'human-active' }]);
		// The reply and the question can be of the same second.
		expect(itemsOf(held, 'History').map(({ sentBy, text }) => `${String(sentBy)}: ${String(text)}`)).toEqual(
			expect.arrayContaining(['person: I look into it.', 'customer: And now?']),
		);
		expect(sandbox.control.sent()).toHaveLength(1);
	});

	/** A message that the other system doesn't take, as the store knows. */
	async function comesWhileDown(text: string, count: number): Promise<void> {
		const failuresBefore = (await store.forwards.stats())[0]?.failures ?? 0;
		isDown = true;
		await writes(CUSTOMER, text);
		await execution(count);
		const isNoted = async () => {
			const [target] = await store.forwards.stats();
			return target && target.waiting > 0 && target.failures > failuresBefore ? true : undefined;
		};
		await poll(isNoted, { onTimeout: () => `${text} was not tried.` });
	}

	/** What came once the other system was back, with a signature that fits each. */
	async function comesWhenBack(text: string): Promise<void> {
		isDown = false;
		const came = async () =>
			taken.some((request) => request.text.includes(`"body":"${text}"`)) ? true : undefined;
		await poll(came, { onTimeout: () => `${text} is not forwarded.` });
		for (const { text: body, headers } of taken) {
			const signature = String(headers['x-provider-signature']);
			expect(verifySignature(Buffer.from(body), signature, sandbox.signingSecret)).toBe(true);
		}
	}

	it('what another system does not take survives a kill of the webhook process', async () => {
		await comesWhileDown('Seven', 3);
		await n8n.webhook.kill();
		await comesWhenBack('Seven');
		n8n = { ...n8n, webhook: await n8n.startWebhook() };
	});

	it('and a kill of the main process', async () => {
		await comesWhileDown('Eight', 4);
		await n8n.kill();
		isDown = false;
		n8n = { ...n8n, ...(await n8n.restart()), stop: n8n.stop };
		await comesWhenBack('Eight');
	});

	it('everything reached the other system', () => {
		const texts = taken.flatMap(({ text }) =>
			[...text.matchAll(/"body":"([^"]+)"/g)].map(([, body]) => body),
		);
		const written = ['Where is my parcel?', 'I look into it.', 'And now?', 'Seven', 'Eight'];
		expect(texts).toEqual(expect.arrayContaining(written));
	});
});
