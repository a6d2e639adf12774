import { itemsOf, poll } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { readWorkflow, sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';

/** The customers whom the example names. The first one has two appointments. */
const [EXAMPLE, OTHER] = ['447700900801', '447700900802'];

interface Reply {
	recipient: string;
	with: { appointmentId: string; startsAt: string };
}

const workflow = readWorkflow('appointment-reminder');
const workflowId = workflow.id;
let sandbox: Sandbox;
let n8n: BorrowedN8n;

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({
		name: 'appointment_reminder',
		components: [
			{
				type: 'BODY',
				text: 'Hello {{1}}, we expect you on {{2}}. See you soon.',
				example: { body_text: [['Ada', 'Friday, 9:30']] },
			},
			{
				type: 'BUTTONS',
				buttons: [
					{ type: 'QUICK_REPLY', text: 'Confirm' },
					{ type: 'QUICK_REPLY', text: 'Reschedule' },
				],
			},
		],
	});
	const credential = sandboxCredential(sandbox);
	credential.data.keepSentTexts = true;
	n8n = await borrowN8n({ credentials: [credential], workflows: [workflow] });
	await n8n.api.publish(workflowId);
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

const run = async (trigger: string) =>
	n8n.api.waitForExecution(await n8n.api.runWorkflow(workflowId, trigger));

const sent = () => sandbox.control.sent();
const remindersTo = (contact: string) =>
	sent().filter(({ to, template }) => to === contact && template?.name === 'appointment_reminder');
const reminders = () => [EXAMPLE, OTHER].flatMap(remindersTo);
const texts = () => sent().flatMap(({ body }) => (body.text as { body: string } | undefined)?.body ?? []);

/** The execution that a customer's message starts. It is written in a second of its own, as events are dated by it. */
async function write(message: object) {
	await sandbox.clock.advance(1_000);
	const before = await n8n.api.executions({ workflowId });
	await sandbox.control.customerWrites({ from: EXAMPLE, ...message });
	const known = new Set(before.map(({ id }) => id));
	return poll(
		async () => {
			for (const { id } of await n8n.api.executions({ workflowId })) {
				if (known.has(id)) continue;
				const execution = await n8n.api.waitForExecution(id);
				if (itemsOf(execution, 'A customer writes').length > 0) return execution;
			}
			return undefined;
		},
		{ onTimeout: () => 'The message started no execution.' },
	);
}

describe('the example appointment-reminder', () => {
	it('reaches a customer with two appointments twice, and the answer to each knows its appointment', async () => {
		expect(itemsOf(await run('Every morning'), 'Plan')).toMatchObject([
			{ planned: 3, repeated: 0, invalid: 0 },
		]);
		// The workflow's own schedule may be first.
		await run('Every minute');
		await poll(async () => (reminders().length === 3 ? true : undefined), {
			onTimeout: () => `There are ${reminders().length} reminders instead of 3.`,
		});
		expect(remindersTo(OTHER)).toHaveLength(1);

		for (const { id } of remindersTo(EXAMPLE)) {
			const before = texts().length;
			const execution = await write({
				type: 'button',
				replyTo: id,
				message: { button: { payload: 'Reschedule', text: 'Reschedule' } },
			});
			const [{ recipient, with: given }] = itemsOf(execution, 'About an appointment?') as unknown as [Reply];
			expect(given).toEqual({
				appointmentId: recipient,
				startsAt: expect.stringMatching(/^[A-Z]\w+, \d\d:\d\d$/),
			});
			expect(texts().slice(before)).toEqual([`Which day suits you instead of ${given.startsAt}?`]);
		}
	});

	it('plans nobody twice on a day', async () => {
		expect(itemsOf(await run('Every morning'), 'Plan')).toMatchObject([{ planned: 0, repeated: 3 }]);
	});

	const [CONFIRM, PERSON] = ['Confirm the appointment here', 'Give it to a person here'];

	it('thanks only who confirms', async () => {
		const { id } = reminders()[0]!;
		const execution = await write({
			type: 'button',
			replyTo: id,
			message: { button: { payload: 'Confirm', text: 'Confirm' } },
		});
		expect(itemsOf(execution, CONFIRM)).toHaveLength(1);
		expect(itemsOf(execution, PERSON)).toEqual([]);
		expect(texts().at(-1)).toMatch(/^Thank you\. See you on /);
	});

	it.each([
		['what somebody writes instead of a tap', 'I can’t come at all, please cancel', true],
		['a message that answers no reminder', 'When do you open?', false],
	])('gives %s to a person with the reminder, and answers nothing', async (_what, text, isQuote) => {
		const before = texts().length;
		const { id } = reminders()[0]!;
		const execution = await write({ text, ...(isQuote && { replyTo: id }) });
		const about = isQuote ? { text, with: expect.anything() as unknown } : { text };
		expect(itemsOf(execution, 'A customer writes')).toMatchObject([about]);
		const [item, ...others] = itemsOf(execution, PERSON) as Array<{ contact: string; transcript: string }>;
		expect(others).toEqual([]);
		expect(item).toMatchObject({ contact: EXAMPLE });
		const lines = item!.transcript.split('\n');
		expect(lines.filter((line) => /^Business: .*appointment_reminder.*Mia/.test(line))).toHaveLength(2);
		expect(lines.at(-1)).toBe(`Customer: ${text}`);
		expect(itemsOf(execution, CONFIRM)).toEqual([]);
		expect(texts()).toHaveLength(before);
	});
});
