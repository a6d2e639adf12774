import { createServer } from 'node:http';
import type { Store } from '../../engine';
import { policies } from '../../engine';
import { openStore } from '../../store';
import type { Execution, Workflow } from '../../tools/n8n';
import { freePort, itemsOf, poll } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { readWorkflow, sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { code, inbox, inboxTrigger, ingestMessages, untilSettled, untilSubscribed } from './support/inbox';
import { byHand, line, sendAuto } from './support/workflows';

const CUSTOMER = '491701234567';

let sandbox: Sandbox;
let n8n: BorrowedN8n;
let store: Store;
let port: number;
let workflows: Workflow[];

const idle = { name: 'Idle', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
const wait = (parameters: Record<string, unknown>) => ({
	name: 'Wait',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters,
	webhookId: 'inbox-wait',
});
const failOn = (id: string) =>
	code(`if ($input.all().some(({ json }) => json.message.id === '${id}')) throw new Error('Bad apple');
return $input.all();`);

const credentials = () => {
	const usual = sandboxCredential(sandbox);
	const without = {
		...usual,
		id: 'noSecret',
		name: 'Without a secret',
		data: { ...usual.data, signingSecret: '' },
	};
	return [usual, without];
};

beforeAll(async () => {
	sandbox = await startSandbox();
	port = await freePort();
	const example = readWorkflow('inbox');
	for (const node of example.nodes) if (node.parameters.port === 8080) node.parameters.port = port;
	workflows = [
		example,
		line('answers', [inboxTrigger(), sendAuto()]),
		line('halves', [inboxTrigger({ onFailure: 'repeatInHalves' }), failOn('worse')]),
		line('at-once', [inboxTrigger(), failOn('bad')]),
		line('waits', [inboxTrigger(), wait({ resume: 'webhook', options: {} }), idle]),
		line('stops', [inboxTrigger(), wait({ amount: 50, unit: 'seconds' }), idle]),
		line('crashes', [
			inboxTrigger({ options: { lease: 5 } }),
			wait({ amount: '={{ $json.repeat ? 0 : 50 }}', unit: 'seconds' }),
			idle,
		]),
		line('late-port', [inboxTrigger({ deliveries: 'here', port: await freePort() }), idle]),
		line('replays', [inboxTrigger({ options: { startTime: '2020-01-01T00:00:00', simplify: false } }), idle]),
		line('policy', [inboxTrigger({ options: { policy: 'later' } }), idle]),
		line('wrong', [inboxTrigger({ batchSize: 2_001, options: { lease: 1 } }), idle]),
		line('no-secret', [
			inboxTrigger(
				{ deliveries: 'here', port: await freePort(), options: { path: 'no-slash' } },
				{ credentials: { businessMessagingApi: { id: 'noSecret', name: 'Without a secret' } } },
			),
			idle,
		]),
	];
	n8n = await borrowN8n({ credentials: credentials(), workflows });
	store = await openStore(`sqlite:${n8n.storeFile}`);
});

afterAll(async () => {
	await store?.close();
	await n8n?.stop();
	await sandbox?.close();
});

const subscriptionOf = (workflowId: string) => `${workflowId}/${workflowId}-0`;
const settled = (workflowId: string) => untilSettled(store, subscriptionOf(workflowId));
const arrive = (...ids: string[]) =>
	ingestMessages(store, sandbox.phoneNumberId, ids, { from: CUSTOMER, at: sandbox.clock.now() });
const deadLetters = async (workflowId: string) =>
	(await store.inbox.deadLetters.list({ subscription: subscriptionOf(workflowId) })).map(
		({ event, executionId, error }) => ({ id: event.id, executionId, error }),
	);

/** The executions of a workflow, oldest first, once they have ended. */
async function executionsOf(workflowId: string, count: number): Promise<Execution[]> {
	const found = await n8n.api.waitForExecutions({ workflowId }, count);
	const ended = await Promise.all(found.map(({ id }) => n8n.api.waitForExecution(id)));
	return ended.sort((a, b) => Number(a.id) - Number(b.id));
}

async function whilePublished(workflowId: string, act: () => Promise<void>): Promise<void> {
	await n8n.api.publish(workflowId);
	await subscribed(workflowId);
	try {
		await act();
	} finally {
		await n8n.api.unpublish(workflowId);
	}
}

const subscribed = (workflowId: string) => untilSubscribed(store, subscriptionOf(workflowId));

const newsOf = (execution: Execution, node = 'Inbox') =>
	itemsOf(execution, node).map(({ eventId, repeat }) => [eventId, repeat ?? false]);

describe('the example', () => {
	const url = () => `http://127.0.0.1:${port}/webhook`;
	const headers = () => ({ 'SVC-API-KEY': sandbox.apiKey, 'content-type': 'application/json' });

	it('receives on its own port, answers those who ask for opening hours, and saves no successful execution', async () => {
		await n8n.api.publish('bmInbox');
		const listens = async () => ((await fetch(url()).catch(() => undefined)) ? true : undefined);
		await poll(listens, { onTimeout: () => 'The receiver does not come up.' });
		const body = JSON.stringify({ url: url() });
		await fetch(`${sandbox.url}/v1/configs/webhook`, { method: 'POST', headers: headers(), body });

		await sandbox.control.customerWrites({ from: '491701111111', text: 'What are your Opening Hours?' });
		await sandbox.control.customerWrites({ from: '491702222222', text: 'Thanks!' });
		const answered = async () => (sandbox.control.sent().length > 0 ? true : undefined);
		await poll(answered, { onTimeout: () => 'Nobody is answered.' });
		await untilSettled(store, `bmInbox/${workflows[0]!.nodes[1]!.id}`);

		expect(sandbox.control.sent().map(({ to, body: sent }) => [to, sent.text])).toEqual([
			['491701111111', { body: 'We are open from Monday to Friday, 9 to 18.' }],
		]);
		expect(sandbox.control.violations()).toEqual([]);
		// n8n takes an execution away after it has ended.
		const isEmpty = async () =>
			(await n8n.api.executions({ workflowId: 'bmInbox' })).length === 0 ? true : undefined;
		await poll(isEmpty, { onTimeout: () => 'n8n keeps a successful execution.' });
	});

	it('listens no more when it is unpublished', async () => {
		await n8n.api.unpublish('bmInbox');
		await expect(fetch(url())).rejects.toThrow();
	});
});

describe('handing out', () => {
	it('one execution gets what came at once, each event as the other trigger gives it', async () => {
		await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await whilePublished('answers', async () => {
			await arrive('one', 'two');
			const [execution] = await executionsOf('answers', 1);
			expect(execution?.data?.resultData.error?.message).toBeUndefined();
			expect(execution?.mode).toBe('trigger');
			const [item] = itemsOf(execution!, 'Inbox');
			expect(item).toMatchObject({
				eventId: 'message:one',
				kind: 'message',
				heldBy: 'business',
				contact: CUSTOMER,
				reactions: [],
			});
			expect(Object.keys(item!)).not.toEqual(expect.arrayContaining(['raw']));
			expect(newsOf(execution!)).toEqual([
				['message:one', false],
				['message:two', false],
			]);
			expect(itemsOf(execution!, 'Messaging')).toMatchObject([
				{ action: 'freeform', rule: 'window-open' },
				{ action: 'freeform', rule: 'window-open' },
			]);
			await settled('answers');
		});
	});

	it('published again, it goes on where it stood', async () => {
		await arrive('while-away');
		await whilePublished('answers', async () => {
			const executions = await executionsOf('answers', 2);
			expect(newsOf(executions[1]!)).toEqual([['message:while-away', false]]);
			await settled('answers');
		});
	});

	it('from a start time: what was received since then, once, with the raw event where asked for', async () => {
		await whilePublished('replays', async () => {
			await settled('replays');
		});
		await whilePublished('replays', () => settled('replays'));
		const kept = await store.inbox.newest({ kinds: ['message'], limit: 100 });
		const came = (await n8n.api.executions({ workflowId: 'replays', includeData: true })).flatMap(
			(execution) => itemsOf(execution, 'Inbox'),
		);
		expect(came.map(({ eventId }) => eventId).sort()).toEqual(kept.map(({ event }) => event.id).sort());
		expect(came.filter(({ raw }) => raw === undefined)).toEqual([]);
	});
});

describe('an execution that failed', () => {
	it('puts its events to the dead letters, with its id and its error', async () => {
		await whilePublished('at-once', async () => {
			await arrive('good', 'bad');
			await settled('at-once');
			const [execution] = await executionsOf('at-once', 1);
			const why = { executionId: execution!.id, error: expect.stringContaining('Bad apple') as string };
			expect(await deadLetters('at-once')).toEqual([
				{ id: 'message:good', ...why },
				{ id: 'message:bad', ...why },
			]);
		});
	});

	it('repeated in halves, only the event that fails alone becomes a dead letter', async () => {
		await whilePublished('halves', async () => {
			await arrive('h1', 'h2', 'worse', 'h3');
			await settled('halves');
			expect((await deadLetters('halves')).map(({ id }) => id)).toEqual(['message:worse']);
			const well = await n8n.api.executions({ workflowId: 'halves', status: 'success', includeData: true });
			const came = well.flatMap((execution) => newsOf(execution)).sort();
			expect(came).toEqual(['h1', 'h2', 'h3'].map((id) => [`message:${id}`, true]));
		});
	});

	it('stopped by hand, its events are dead letters too', async () => {
		await whilePublished('stops', async () => {
			await arrive('stopped');
			const [running] = await n8n.api.waitForExecutions({ workflowId: 'stops', status: 'running' }, 1);
			await n8n.api.editor('POST', `/rest/executions/${running!.id}/stop`, {});
			await settled('stops');
			expect(await deadLetters('stops')).toEqual([
				{
					id: 'message:stopped',
					executionId: running!.id,
					error: expect.stringContaining('cancelled') as string,
				},
			]);
		});
	});

	it('one that cannot be begun, as its policy is not there, waits for it', async () => {
		await whilePublished('policy', async () => {
			await arrive('patient');
			const said = async () => ((await n8n.logs()).includes('The policy "later"') ? true : undefined);
			await poll(said, { onTimeout: () => 'Nothing is said of the policy.' });
			await store.policies.save({ ...policies.strict, name: 'later' }, Date.now());
			await settled('policy');
			const [execution] = await executionsOf('policy', 1);
			expect(newsOf(execution!)).toEqual([['message:patient', false]]);
			expect(await deadLetters('policy')).toEqual([]);
		});
	});

	it('one that waits has done with its batch', async () => {
		await whilePublished('waits', async () => {
			await arrive('waited-for');
			await settled('waits');
			const [execution] = await n8n.api.executions({ workflowId: 'waits' });
			expect([execution?.status, await deadLetters('waits')]).toEqual(['waiting', []]);
		});
	});
});

describe('dead letters', () => {
	const subscription = subscriptionOf('at-once');
	const run = async (operation: string, parameters: Record<string, unknown> = {}) => {
		const workflow = line(`inbox-${operation}`, [byHand, inbox({ operation, subscription, ...parameters })]);
		await n8n.api.saveWorkflow(workflow);
		const execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow(workflow.id, 'By hand'));
		expect(execution.data?.resultData.error?.message).toBeUndefined();
		return itemsOf(execution, 'Inbox');
	};

	it('are offered by the names of workflow and node', async () => {
		const choices = await n8n.api.loadOptions({
			nodeType: 'n8n-nodes-business-messaging.businessMessagingInbox',
			method: 'getSubscriptions',
			path: 'parameters.subscription',
			credentials: { businessMessagingApi: { name: 'Sandbox gateway' } },
		});
		expect(choices).toContainEqual({ name: 'Workflow at-once: Inbox', value: subscription });
	});

	it('are listed with the execution and its error', async () => {
		const [letter] = await run('getDeadLetters');
		expect(letter).toMatchObject({
			subscription,
			executionId: expect.stringMatching(/^\d+$/) as string,
			error: expect.stringContaining('Bad apple') as string,
			replaying: false,
			event: { eventId: 'message:good', kind: 'message', contact: CUSTOMER },
		});
	});

	it('are replayed and dropped: these, or all', async () => {
		const [good, bad] = await run('getDeadLetters');
		expect(await run('dropDeadLetters', { deadLetters: String(bad!.seq) })).toEqual([
			{ subscription, dropped: 1 },
		]);
		expect(await run('replayDeadLetters', { deadLetters: String(good!.seq) })).toEqual([
			{ subscription, replayed: 1 },
		]);
		await whilePublished('at-once', async () => {
			const gone = async () => ((await deadLetters('at-once')).length === 0 ? true : undefined);
			await poll(gone, { onTimeout: () => 'The dead letter is not replayed.' });
			const well = { workflowId: 'at-once', status: 'success', includeData: true } as const;
			const news = (await n8n.api.executions(well)).map((execution) => newsOf(execution));
			// Beside what came for the other workflows meanwhile.
			expect(news).toContainEqual([['message:good', true]]);
		});
		expect(await run('dropDeadLetters')).toEqual([{ subscription, dropped: 0 }]);
	});

	it('the stats tell how many there are', async () => {
		const [stats] = await run('getStats');
		expect(stats).toMatchObject({
			deadLetters: 2,
			failing: [
				{ id: 'halves/halves-0', deadLetters: 1 },
				{ id: 'stops/stops-0', deadLetters: 1 },
			],
		});
	});
});

describe('a test run', () => {
	/** The events that the trigger "Inbox" of a workflow shows in a test run, and what is said about them. */
	async function shownBy(workflow: string) {
		const execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow(workflow, 'Inbox'));
		expect(execution.data?.resultData.error).toBeUndefined();
		return { items: itemsOf(execution, 'Inbox'), data: JSON.stringify(execution.data) };
	}

	it('shows the newest event, marked as past, and moves nothing, published or not', async () => {
		const before = (await store.inbox.stats()).subscriptions;
		const [newest] = await store.inbox.newest({ kinds: ['message'], limit: 1 });
		const { items, data } = await shownBy('answers');
		expect(items).toMatchObject([{ eventId: newest!.event.id, past: true }]);
		expect(data).toContain('a real customer gets it now');
		expect((await store.inbox.stats()).subscriptions).toEqual(before);
	});

	it('shows as many events as Events in Test Runs says, the oldest of them first', async () => {
		await n8n.api.saveWorkflow(
			line('several', [inboxTrigger({ options: { testEvents: 2 } }, { name: 'Inbox' })]),
		);
		const newest = await store.inbox.newest({ kinds: ['message'], limit: 2 });
		const { items } = await shownBy('several');
		expect(items).toMatchObject(newest.map(({ event }) => ({ eventId: event.id, past: true })));
	});

	it('opens no port', async () => {
		await n8n.api.waitForExecution(await n8n.api.runWorkflow('bmInbox', 'Batches of messages'));
		await expect(fetch(`http://127.0.0.1:${port}/webhook`)).rejects.toThrow();
	});
});

describe('publishing', () => {
	/** n8n tries several times before it gives up. */
	let refusals: Record<string, string>;
	beforeAll(async () => {
		const refusalOf = async (id: string) => {
			const refusal = await n8n.api.publish(id).then(String, String);
			await n8n.api.unpublish(id);
			return [id, refusal] as const;
		};
		refusals = Object.fromEntries(await Promise.all(['wrong', 'no-secret'].map(refusalOf)));
	});

	it('names all that is wrong with the form', () => {
		expect(refusals.wrong).toMatch(
			/Batch Size must be a whole number from 1 to 2000; Lease must be a whole number from 5 to 3600/,
		);
	});

	it('refuses to receive without a signing secret, and at a path that is none', () => {
		expect(refusals['no-secret']).toMatch(/signing secret.*path must start with \//);
	});

	it('waits for a port that another program holds', async () => {
		const late = workflows.find(({ id }) => id === 'late-port')!.nodes[0]!.parameters.port as number;
		const other = createServer((_request, response) => response.end('other'));
		await new Promise<void>((resolve) => other.listen(late, resolve));
		await whilePublished('late-port', async () => {
			expect((await n8n.api.publicationStatus('late-port')).status).toBe('published');
			other.closeAllConnections();
			await new Promise((resolve) => other.close(resolve));
			const ours = async () => {
				const answer = await fetch(`http://127.0.0.1:${late}/healthz`).catch(() => undefined);
				return answer?.headers.get('content-type')?.includes('json') ? true : undefined;
			};
			await poll(ours, { onTimeout: () => 'The port is never taken.' });
		});
	});
});

it('a batch whose execution died with n8n comes again after the restart, marked as a repeat', async () => {
	await n8n.api.publish('crashes');
	await subscribed('crashes');
	await arrive('survivor');
	await n8n.api.waitForExecutions({ workflowId: 'crashes', status: 'running' }, 1);
	await n8n.kill();
	await n8n.restart();
	await settled('crashes');
	const all = await n8n.api.executions({ workflowId: 'crashes', status: 'success', includeData: true });
	expect(all.map((execution) => newsOf(execution))).toEqual([[['message:survivor', true]]]);
	expect(await deadLetters('crashes')).toEqual([]);
});
