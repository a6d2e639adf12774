import type { ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { signPayload } from '../../engine';
import { openStore } from '../../store';
import type { Execution } from '../../tools/n8n';
import { itemsOf, poll } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import type { HttpServer } from '../support/http-server';
import { json, startHttpServer } from '../support/http-server';
import { inboxTrigger, untilSubscribed } from './support/inbox';
import { line, trigger } from './support/workflows';

let sandbox: Sandbox;
let n8n: BorrowedN8n;

const silence = (seconds: number, more: Record<string, unknown> = {}) => ({
	waitForSilence: true,
	silence: seconds,
	atMost: 600,
	atOnceFor: ['answers', 'words'],
	atOnceWords: 'now, right away',
	...more,
});

/** Answers the workflow "chat" at once, but "slow" only when a test says so, so that a customer can write meanwhile. */
let helper: HttpServer;
const slow: ServerResponse[] = [];
const startHelper = () =>
	startHttpServer(({ url }, response) => {
		if (url.endsWith('/slow')) slow.push(response);
		else json(response, 200, {});
	});
const askHelper = () => ({
	name: 'Ask the helper',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { url: `=${helper.url}/{{ encodeURIComponent($json.text) }}`, options: {} },
});

/** Nobody is silent for so long, unless a test lets the time pass. */
const HOUR = 3_600;
const chat = () => line('chat', [trigger('chat-hook', silence(HOUR)), askHelper()]);
const brief = line('brief', [trigger('brief-hook', silence(4))]);
const patient = line('patient', [trigger('patient-hook', silence(HOUR))]);
const impatient = line('impatient', [trigger('impatient-hook', silence(HOUR, { atMost: 3 }))]);
const inbox = line('inbox', [
	inboxTrigger({ events: ['message', 'handover'], ...silence(HOUR), options: { testEvents: 100 } }),
]);

beforeAll(async () => {
	sandbox = await startSandbox();
	helper = await startHelper();
	const workflows = [chat(), brief, patient, impatient, inbox];
	n8n = await borrowN8n({ credentials: [sandboxCredential(sandbox)], workflows });
});

afterAll(async () => {
	await n8n?.stop();
	await helper?.close();
	await sandbox?.close();
});

const executionsOf = (workflowId: string) => n8n.api.executions({ workflowId, includeData: true });

const items = (execution: Execution, node = 'Trigger') => itemsOf(execution, node);

/** Waits until an execution runs that the helper doesn't answer. */
function untilOneRuns(): Promise<true> {
	const runs = async () => (slow.length > 0 ? true : undefined);
	return poll(runs, { onTimeout: () => 'No execution asks the helper.' });
}

/** Waits until so many have succeeded. */
async function ended(workflowId: string, length: number): Promise<Execution[]> {
	const all = async () => {
		const found = await executionsOf(workflowId);
		const isOver = found.length >= length && found.every(({ status }) => status === 'success');
		return isOver ? found.reverse() : undefined;
	};
	return poll(all, { onTimeout: () => `${workflowId} didn't succeed ${length} times.` });
}

async function writes(from: string, ...texts: string[]): Promise<void> {
	for (const text of texts) await sandbox.control.customerWrites({ from, text });
	await sandbox.control.idle();
}

/** Lets every silence that has begun last long enough. */
function passSilence(): void {
	const store = new DatabaseSync(n8n.storeFile, { timeout: 60_000 });
	store.exec('UPDATE burst SET due_at = 0');
	store.close();
}

/**
 * Waits until the Inbox Trigger has gathered so many messages of a customer. It reads the inbox after the delivery was
 * answered: before that, no silence has begun that could pass.
 */
async function untilGathered(contact: string, length: number): Promise<void> {
	const store = new DatabaseSync(n8n.storeFile, { timeout: 60_000 });
	const statement = store.prepare(
		`SELECT count(*) AS gathered FROM burst_event JOIN burst ON burst.id = burst_event.burst
		WHERE burst.reader = 'inbox/inbox-0' AND burst.contact = ?`,
	);
	const all = async () => (Number(statement.get(contact)?.gathered) >= length ? true : undefined);
	await poll(all, { onTimeout: () => `${length} messages of ${contact} aren't gathered.` });
	store.close();
}

const tap = (id: string, title: string) => ({
	type: 'interactive',
	interactive: { type: 'button_reply', button_reply: { id, title } },
});

/** A delivery with messages of a customer, by their ids. */
const delivery = (from: string, messages: Record<string, string>) =>
	JSON.stringify({
		object: 'whatsapp_business_account',
		entry: [
			{
				id: sandbox.accountId,
				changes: [
					{
						field: 'messages',
						value: {
							messaging_product: 'whatsapp',
							metadata: { phone_number_id: sandbox.phoneNumberId },
							messages: Object.entries(messages).map(([id, text]) => ({
								id,
								from,
								timestamp: String(Math.floor(sandbox.clock.now() / 1000)),
								type: 'text',
								text: { body: text },
							})),
						},
					},
				],
			},
		],
	});

async function post(body: string, workflow: string): Promise<number> {
	const signature = signPayload(body, sandbox.signingSecret);
	const headers = { 'content-type': 'application/json', 'x-provider-signature': signature };
	const url = `${n8n.url}/webhook/${workflow}-hook/webhook`;
	return (await fetch(url, { method: 'POST', headers, body })).status;
}

describe('the Business Messaging Trigger with Wait for Silence', () => {
	beforeAll(() => n8n.api.publish('chat'));
	afterAll(() => n8n.api.unpublish('chat'));

	it('starts once for the messages that a customer writes in a row, with one item of all of them', async () => {
		await writes('491701000001', 'Hi', 'I have a question', 'It is about my order');
		passSilence();
		const [execution, ...others] = await ended('chat', 1);
		expect(others).toEqual([]);
		const [item, ...more] = items(execution!);
		expect(more).toEqual([]);
		expect(item).toMatchObject({
			kind: 'message',
			contact: '491701000001',
			text: 'Hi\nI have a question\nIt is about my order',
			messages: [{ text: 'Hi' }, { text: 'I have a question' }, { text: 'It is about my order' }],
			media: [],
		});
		expect(item).toMatchObject({ eventId: (item!.messages as Array<{ eventId: string }>)[2]!.eventId });
		expect(item).not.toHaveProperty('burstId');
	});

	it('starts once for each customer', async () => {
		await n8n.api.unpublish('chat');
		await n8n.api.publish('brief');
		await writes('491701000002', 'Hi');
		await writes('491701000003', 'Hello');
		const both = await ended('brief', 2);
		await n8n.api.unpublish('brief');
		await n8n.api.publish('chat');
		expect(both.map((execution) => items(execution).map(({ text }) => text)).sort()).toEqual([
			['Hello'],
			['Hi'],
		]);
	});

	it('a message that comes while the execution runs opens the next burst', async () => {
		await writes('491701000004', 'slow');
		passSilence();
		await untilOneRuns();
		await writes('491701000004', 'and another thing');
		slow.splice(0).forEach((response) => json(response, 200, {}));
		passSilence();
		const both = (await ended('chat', 3)).slice(1);
		expect(both.map((execution) => items(execution).map(({ text }) => text)).sort()).toEqual([
			['and another thing'],
			['slow'],
		]);
	});
});

describe('without waiting longer', () => {
	beforeAll(() => n8n.api.publish('patient'));
	afterAll(() => n8n.api.unpublish('patient'));

	it('a tap on a button ends the wait, with what was written before', async () => {
		await writes('491702000001', 'Which one?');
		expect(await executionsOf('patient')).toEqual([]);
		await sandbox.control.customerWrites({ from: '491702000001', message: tap('blue', 'Blue') });
		const [execution] = await ended('patient', 1);
		expect(items(execution!)).toMatchObject([
			{ text: 'Which one?\nBlue', reply: { kind: 'button', id: 'blue', title: 'Blue' } },
		]);
	});

	it('so does one of the words, however it is written', async () => {
		await writes('491702000002', 'Help', ' NOW ');
		const [, execution] = await ended('patient', 2);
		expect(items(execution!)).toMatchObject([{ messages: [{ text: 'Help' }, { text: ' NOW ' }] }]);
	});

	it('a handover starts the workflow at once, as an item of its own', async () => {
		await sandbox.control.handOver({ contact: '491702000003', to: 'business' });
		const [, , execution] = await ended('patient', 3);
		expect(items(execution!)).toMatchObject([{ kind: 'handover', contact: '491702000003' }]);
		expect(items(execution!)[0]).not.toHaveProperty('messages');
	});

	it('a delivery that comes again after its burst went out starts nothing', async () => {
		const body = delivery('491702000004', { 'wamid.doubled': 'now' });
		expect(await post(body, 'patient')).toBe(200);
		await ended('patient', 4);
		expect([await post(body, 'patient'), await post(body, 'patient')]).toEqual([200, 200]);
		await writes('491702000005', 'now');
		const last = (await ended('patient', 5)).slice(4);
		expect(last.flatMap((execution) => items(execution).map(({ contact }) => contact))).toEqual([
			'491702000005',
		]);
	});

	it("a conversation that the agent took over meanwhile isn't handed out", async () => {
		await writes('491702000006', 'Hello?');
		await sandbox.control.handOver({ contact: '491702000006', to: 'agent' });
		await ended('patient', 6);
		await writes('491702000006', 'now');
		await writes('491702000007', 'now');
		const texts = (await ended('patient', 7)).slice(5).flatMap((execution) => items(execution));
		expect(texts).toMatchObject([{ kind: 'handover' }, { contact: '491702000007' }]);
	});

	it('a test run gets the copy of a message at once, in the same form', async () => {
		await n8n.api.listenForTest('patient', 'Trigger');
		await writes('491702000008', 'This is a test');
		const copied = async () =>
			(await n8n.api.executions({ workflowId: 'patient', status: 'success', includeData: true })).find(
				({ mode }) => mode === 'manual',
			);
		const run = await poll(copied, { onTimeout: () => 'The test run gets no copy.' });
		expect(items(run)).toMatchObject([
			{ copy: true, text: 'This is a test', messages: [{ text: 'This is a test' }], media: [] },
		]);
	});
});

it('At Most bounds the wait for silence', async () => {
	await n8n.api.publish('impatient');
	const texts = { 'wamid.never': 'I never stop', 'wamid.stop': 'writing' };
	expect(await post(delivery('491703000001', texts), 'impatient')).toBe(200);
	const [execution] = await ended('impatient', 1);
	expect(items(execution!)).toMatchObject([{ text: 'I never stop\nwriting' }]);
	await n8n.api.unpublish('impatient');
});

describe('what waits survives', () => {
	const countOf = async () => (await executionsOf('chat')).length;

	it('a kill of n8n before the deadline', async () => {
		await n8n.api.publish('chat');
		const before = await countOf();
		await writes('491704000001', 'Are you there?', 'Hello?');
		await n8n.kill();
		passSilence();
		await n8n.restart();
		const all = await ended('chat', before + 1);
		expect(all.slice(before).map((execution) => items(execution).map(({ text }) => text))).toEqual([
			['Are you there?\nHello?'],
		]);
	});

	it('that the workflow is unpublished, and published again', async () => {
		const before = await countOf();
		await writes('491704000002', 'Wait for me');
		await n8n.api.unpublish('chat');
		passSilence();
		await n8n.api.publish('chat');
		const all = await ended('chat', before + 1);
		expect(all.slice(before).map((execution) => items(execution).map(({ text }) => text))).toEqual([
			['Wait for me'],
		]);
		await n8n.api.unpublish('chat');
	});
});

describe('the Business Messaging Inbox Trigger with Wait for Silence', () => {
	const inboxItems = async (length: number) =>
		(await ended('inbox', length)).map((execution) => items(execution, 'Inbox'));

	it('has one item for each conversation, and other events at once', async () => {
		await n8n.api.publish('inbox');
		const store = await openStore(`sqlite:${n8n.storeFile}`);
		await untilSubscribed(store, 'inbox/inbox-0');
		await store.close();
		await n8n.api.publish('patient');
		await writes('491705000001', 'Hi', 'Me again');
		await untilGathered('491705000001', 2);
		await sandbox.control.handOver({ contact: '491705000002', to: 'business' });
		const [first] = await inboxItems(1);
		passSilence();
		const [, second] = await inboxItems(2);
		expect(first).toMatchObject([{ kind: 'handover', contact: '491705000002' }]);
		expect(second).toMatchObject([
			{ contact: '491705000001', text: 'Hi\nMe again', messages: [{ text: 'Hi' }, { text: 'Me again' }] },
		]);
		expect(second![0]).not.toHaveProperty('repeat');
	});

	it('hands out what waited after a kill of n8n', async () => {
		await writes('491705000003', 'One', 'Two');
		await untilGathered('491705000003', 2);
		await n8n.kill();
		passSilence();
		await n8n.restart();
		expect((await inboxItems(3))[2]).toMatchObject([{ contact: '491705000003', text: 'One\nTwo' }]);
	});

	it('shows the newest messages by conversation in a test run', async () => {
		const execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow('inbox', 'Inbox'));
		const newest = items(execution, 'Inbox').find(({ contact }) => contact === '491705000003');
		expect(newest).toMatchObject({ text: 'One\nTwo' });
	});
});
