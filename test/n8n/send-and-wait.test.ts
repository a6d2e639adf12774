import { DatabaseSync } from 'node:sqlite';
import { itemsOf } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { ask, customersOf, tell } from './support/waits';
import { byHand, items, line, trigger } from './support/workflows';

/** Who wrote too long ago. */
const LATE = '491705500099';
/** Who answers only after a reminder. */
const SLOW = '491705500098';
const DAY = 24 * 60 * 60_000;

let sandbox: Sandbox;
let n8n: BorrowedN8n;
let customers: ReturnType<typeof customersOf>;
let next = 0;

const colors = ['Red', 'Green', 'Blue', 'White'].map((title) => ({ title, id: title.toLowerCase() }));
const workflows = [
	line('approval', [trigger('approval-hook'), ask(), tell()]),
	line('choices', [
		trigger('choices-hook'),
		ask({ responseType: 'choices', responseChoices: { choice: colors }, message: 'Which color?' }),
		tell(),
	]),
	line('text', [trigger('text-hook'), ask({ responseType: 'freeText', message: 'Your name?' }), tell()]),
	line('limited', [
		trigger('limited-hook'),
		ask({
			options: {
				limitWaitTime: {
					values: { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' },
				},
			},
		}),
		tell('={{ JSON.stringify({ data: $json.data, timedOut: $json.timedOut }) }}'),
	]),
	line('including', [
		trigger('including-hook', { options: { includeResponses: true } }),
		ask({ responseType: 'freeText', message: 'Your name?' }),
		tell(),
	]),
	line('silent', [trigger('silent-hook', { events: ['handover'] })]),
	line('reminding', [
		byHand,
		items([{ contact: SLOW }]),
		ask({
			template: { __rl: true, mode: 'name', value: 'delivery/en_US' },
			options: { remind: true, policy: 'platform' },
		}),
		tell(),
	]),
	line('several', [byHand, items([{ contact: '491705500090' }, { contact: '491705500091' }]), ask()]),
	line('held', [byHand, items([{ contact: '491705500092' }]), ask()]),
	line('by-template', [
		byHand,
		items([{ contact: LATE }]),
		ask({ template: { __rl: true, mode: 'name', value: 'delivery/en_US' } }),
		tell(),
	]),
];

beforeAll(async () => {
	// A gateway that takes templates in an open window, too.
	sandbox = await startSandbox({ policy: 'platform' });
	customers = customersOf(sandbox);
	await sandbox.control.addTemplate({
		name: 'delivery',
		category: 'UTILITY',
		components: [
			{ type: 'BODY', text: 'Shall we deliver tomorrow?' },
			{
				type: 'BUTTONS',
				buttons: [
					{ type: 'QUICK_REPLY', text: 'Yes' },
					{ type: 'QUICK_REPLY', text: 'No' },
				],
			},
		],
	});
	n8n = await borrowN8n({ credentials: [sandboxCredential(sandbox)], workflows });
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

function whilePublished(id: string): void {
	beforeAll(() => n8n.api.publish(id));
	afterAll(() => n8n.api.unpublish(id));
}

const newCustomer = () => `4917055000${String((next += 1)).padStart(2, '0')}`;

const writes = (from: string, text: string) => sandbox.control.customerWrites({ from, text });

/** Who waits for a customer's answer, and where. */
function waitFor(contact: string): { id: string; resume_url: string } {
	const store = new DatabaseSync(n8n.storeFile, { readOnly: true });
	const row = store.prepare('SELECT id, resume_url FROM wait WHERE contact = ?').get(contact);
	store.close();
	return row as { id: string; resume_url: string };
}

/** Calls an execution because of a wait. @returns the status */
async function resume(resumeUrl: string, wait: string): Promise<number> {
	const headers = { 'content-type': 'application/json' };
	return (await fetch(resumeUrl, { method: 'POST', headers, body: JSON.stringify({ wait }) })).status;
}

/** The executions of a workflow, once nothing more comes and one has ended. */
async function executionsOf(workflowId: string) {
	await sandbox.control.idle();
	await n8n.api.waitForExecutions({ workflowId, status: 'success' }, 1);
	return n8n.api.executions({ workflowId, includeData: true });
}

describe('an approval', () => {
	whilePublished('approval');
	const customer = newCustomer();

	it('is one tap in the chat, and continues the execution that waits', async () => {
		await writes(customer, 'I ordered something');
		const question = await customers.message(customer);
		expect(question.body.interactive?.action.buttons?.map(({ reply }) => reply.title)).toEqual([
			'Approve',
			'Decline',
		]);
		const parked = await n8n.api.waitForExecutions({ workflowId: 'approval', status: 'waiting' }, 1);
		await customers.tap(customer, question, 'Decline');
		await customers.message(customer, 2);
		const execution = await n8n.api.waitForExecution(parked[0]!.id);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Ask')).toMatchObject([
			{
				data: { approved: false, respondedAt: expect.any(String), responder: { id: customer } },
				timedOut: false,
				contact: customer,
				text: 'Decline',
				reply: { kind: 'button', inReplyTo: question.id },
			},
		]);
	});

	it('the tap starts no other execution', async () => {
		expect(await executionsOf('approval')).toHaveLength(1);
	});

	it('nobody else answers it: not by a tap on its button, nor at the address of another execution', async () => {
		const [asked, other] = [newCustomer(), newCustomer()];
		await writes(asked, 'Hello');
		const question = await customers.message(asked);
		await customers.tap(other, question, 'Approve');
		expect((await customers.message(other)).body.interactive).toBeDefined();
		await n8n.api.waitForExecutions({ workflowId: 'approval', status: 'waiting' }, 2);

		const [ofAsked, ofOther] = [waitFor(asked), waitFor(other)];
		expect(await resume(ofOther.resume_url, ofAsked.id)).toBe(410);
		expect(await resume(ofAsked.resume_url, ofAsked.id)).toBe(202);
		await customers.tap(asked, question, 'Decline');
		const told = await customers.message(asked, 2);
		expect(JSON.parse(told.body.text!.body)).toMatchObject({ approved: false, responder: { id: asked } });
		expect(customers.texts(other)).toEqual([]);
	});
});

describe('choices', () => {
	whilePublished('choices');
	const customer = newCustomer();

	it('are a list if there are more than three', async () => {
		await writes(customer, 'I want a bicycle');
		const question = await customers.message(customer);
		expect(question.body.interactive?.type).toBe('list');
		await customers.tap(customer, question, 'Blue');
		await customers.message(customer, 2);
		expect(JSON.parse(customers.texts(customer)[0]!)).toMatchObject({ choice: 'blue', title: 'Blue' });
	});
});

describe('a free text', () => {
	whilePublished('text');
	const customer = newCustomer();

	it('is the next message; STOP is none, and starts the workflow like any other message', async () => {
		await writes(customer, 'Hello');
		await customers.message(customer);
		await writes(customer, 'Ada');
		await customers.message(customer, 2);
		expect(JSON.parse(customers.texts(customer)[1]!)).toMatchObject({ text: 'Ada' });
		expect(await executionsOf('text')).toHaveLength(1);
	});
});

describe('a time limit', () => {
	whilePublished('limited');

	it('continues with no data, and no error', async () => {
		const customer = newCustomer();
		await writes(customer, 'Hello');
		await customers.message(customer, 2);
		const [told] = customers.texts(customer);
		expect(JSON.parse(told!)).toEqual({ data: {}, timedOut: true });
		const [execution] = await executionsOf('limited');
		expect(itemsOf(execution!, 'Ask')).toMatchObject([{ contact: customer, data: {}, timedOut: true }]);
		expect(itemsOf(execution!, 'Trigger')[0]).not.toHaveProperty('timedOut');
	});
});

describe('a closed window', () => {
	whilePublished('approval');

	it('the question goes out as the template, whose quick replies answer it', async () => {
		const id = await n8n.api.runWorkflow('by-template', 'By hand');
		const question = await customers.message(LATE);
		expect(question.body.template).toMatchObject({ name: 'delivery' });
		await n8n.api.waitForExecution(id);
		await customers.tapQuickReply(LATE, question, 0, 'Yes');
		await customers.message(LATE, 2);
		const execution = await n8n.api.waitForExecution(id);
		expect(itemsOf(execution, 'Ask')).toMatchObject([
			{ data: { approved: true }, reply: { kind: 'quick_reply', title: 'Yes' } },
		]);
	});
});

describe('a window that closes before the customer answers', () => {
	whilePublished('silent');

	it('a template reminds the customer, and the execution waits for the answer to either', async () => {
		await writes(SLOW, 'Hello');
		await sandbox.control.idle();
		await sandbox.clock.advance(DAY - 10 * 60_000 - 8_000);
		const id = await n8n.api.runWorkflow('reminding', 'By hand');
		const question = await customers.message(SLOW);
		expect(question.body.interactive).toBeDefined();
		const reminder = await customers.message(SLOW, 2);
		expect(reminder.body.template).toMatchObject({ name: 'delivery' });
		expect((await n8n.api.waitForExecution(id)).status).toBe('waiting');
		await customers.tapQuickReply(SLOW, reminder, 1, 'No');
		await customers.message(SLOW, 3);
		const execution = await n8n.api.waitForExecution(id);
		expect(itemsOf(execution, 'Ask')).toMatchObject([
			{ data: { approved: false }, reply: { kind: 'quick_reply', inReplyTo: reminder.id } },
		]);
		expect(sandbox.control.violations()).toEqual([]);
	});
});

describe('what the node refuses', () => {
	it('several items, with what to do', async () => {
		const execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow('several', 'By hand'));
		const error = execution.data?.resultData.error as { message: string; description: string };
		expect(error.message).toMatch(/one item at a time, and got 2/);
		expect(error.description).toMatch(/Loop Over Items/);
		expect(customers.texts('491705500090')).toEqual([]);
	});

	it('a message that is held parks nothing, and the item says why', async () => {
		const execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow('held', 'By hand'));
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Ask')).toMatchObject([
			{ sent: false, action: 'skip', rule: expect.any(String), data: {}, timedOut: false },
		]);
	});
});
