import { sendAuto, sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

const [ANNA, BEN] = ['491701111131', '491701111132'];

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
});
afterEach(() => sandbox.close());

const message = (to: string, more: Record<string, unknown> = {}) => ({
	to,
	template: 'hello/en_US',
	retryOnFail: true,
	...more,
});

/** The gateway refuses Ben's first message. */
async function refuseBenOnce(): Promise<void> {
	await sandbox.control.faults({ error: { code: 131000, to: BEN, times: 1 } });
}

const recipients = () => sandbox.control.sent().map(({ to }) => to);

describe('Retry On Fail, which runs a node again with all of its items', () => {
	it('sends only what did not go out, and returns what did as the first try would have', async () => {
		await refuseBenOnce();
		const forms = [message(ANNA), message(BEN)];
		await failureOf(runOperation(sandbox, sendAuto, ...forms));
		const [first] = sandbox.control.sent();
		const { items, hints } = await runOperation(sandbox, sendAuto, ...forms);
		expect(items).toMatchObject([
			{ sent: true, action: 'template', contact: ANNA, messageId: first!.id },
			{ sent: true, action: 'template', contact: BEN },
		]);
		expect(items[0]).not.toHaveProperty('repeated');
		expect(hints).toEqual([]);
		expect(recipients()).toEqual([ANNA, BEN]);
	});

	it('does so too if the node continues after an error, which n8n takes for a failure in the first item', async () => {
		await refuseBenOnce();
		const forms = [message(BEN, { goesOn: true }), message(ANNA)];
		const { items } = await runOperation(sandbox, sendAuto, ...forms);
		expect(items).toMatchObject([{ sent: false, error: {} }, { sent: true }]);
		expect((await runOperation(sandbox, sendAuto, ...forms)).items).toMatchObject([
			{ sent: true },
			{ sent: true },
		]);
		expect(recipients()).toEqual([ANNA, BEN]);
	});

	it('sends each of several messages for a customer once', async () => {
		await refuseBenOnce();
		const forms = [message(ANNA), message(ANNA), message(BEN)];
		await failureOf(runOperation(sandbox, sendAuto, ...forms));
		await runOperation(sandbox, sendAuto, ...forms);
		expect(recipients()).toEqual([ANNA, ANNA, BEN]);
	});

	it('sends a text as asked once, too, also with Send Once turned off for incoming events', async () => {
		await sandbox.control.customerWrites({ from: ANNA });
		const text = {
			to: ANNA,
			text: 'Hello',
			item: { eventId: 'message:wamid.retry' },
			options: { sendOnce: false },
			retryOnFail: true,
		};
		await runOperation(sandbox, sendText, text);
		expect((await runOperation(sandbox, sendText, text)).items).toMatchObject([{ sent: true }]);
		expect(recipients()).toEqual([ANNA]);
	});

	it.each([
		['the first result, if this execution sent it', '7', { sent: true }],
		['that it was answered before, if another one did', '8', { sent: false, repeated: true }],
	])('says of an answer to an event %s', async (_, execution, said) => {
		const answer = (more: object) => message(ANNA, { item: { eventId: 'message:wamid.event' }, ...more });
		const first = await runOperation(sandbox, sendAuto, answer({}));
		const { items } = await runOperation(sandbox, sendAuto, answer({ execution }));
		expect(items).toMatchObject([{ ...said, messageId: first.items[0]!.messageId }]);
		expect(recipients()).toEqual([ANNA]);
	});

	it('keeps a held message once', async () => {
		await sandbox.control.pause('hello');
		const form = message(ANNA, { options: { whenHeld: 'keep' } });
		const runs = [form, form, { ...form, execution: '8' }];
		const rules: unknown[] = [];
		for (const run of runs) {
			const { items } = await runOperation(sandbox, sendAuto, run);
			expect(items).toMatchObject([{ sent: false, action: 'hold', kept: true }]);
			rules.push(items[0]!.rule);
		}
		const kept = 'template-paused-without-end';
		expect(rules).toEqual([kept, 'planned-before', kept]);
	});

	it('fails again with a message that may have been sent, and leaves it at that', async () => {
		await sandbox.control.faults({ loseAnswer: true, times: 1 });
		for (const run of [1, 2]) {
			const { message: said } = await failureOf(runOperation(sandbox, sendAuto, message(ANNA)));
			expect({ run, said }).toMatchObject({
				run,
				said: expect.stringMatching(/^The gateway didn't respond/),
			});
		}
		expect(recipients()).toEqual([ANNA]);
	});

	it('sends again in the next execution', async () => {
		await runOperation(sandbox, sendAuto, message(ANNA));
		const { items } = await runOperation(sandbox, sendAuto, message(ANNA, { execution: '8' }));
		expect(items).toMatchObject([{ sent: true }]);
		expect(recipients()).toEqual([ANNA, ANNA]);
	});

	it.each([
		['without the setting, as n8n runs the node once', { retryOnFail: false }],
		['as a tool, which an agent uses twice for two messages', { asTool: true }],
		['without an ID of the execution', { execution: null }],
	])('sends twice %s', async (_, more) => {
		await runOperation(sandbox, sendAuto, message(ANNA, more));
		const { items } = await runOperation(sandbox, sendAuto, message(ANNA, more));
		expect(items).toMatchObject([{ sent: true }]);
		expect(recipients()).toEqual([ANNA, ANNA]);
	});
});
