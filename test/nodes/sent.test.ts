import { sendAuto, sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { runOperation } from './support/run-operation';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
});

afterEach(() => sandbox.close());

const message = (to: string, more: Record<string, unknown> = {}) => ({
	to,
	template: 'hello/en_US',
	...more,
});

describe('an item of an operation that sends', () => {
	it('says first that a message was sent', async () => {
		const { items, hints } = await runOperation(sandbox, sendAuto, message('491701111111'));
		expect(Object.keys(items[0]!)[0]).toBe('sent');
		expect(items).toMatchObject([{ sent: true, action: 'template' }]);
		expect(hints).toEqual([]);
	});

	it("says first that nothing was sent, if the rules didn't allow it", async () => {
		const { items, hints } = await runOperation(sandbox, sendAuto, { to: '491702222222', text: 'Hello' });
		expect(Object.keys(items[0]!)[0]).toBe('sent');
		expect(items).toMatchObject([{ sent: false, action: 'skip', messageId: null }]);
		expect(hints).toEqual([`1 skipped of 1: ${String(items[0]!.reason)}`]);
	});

	it('counts what was sent and what failed beside what was not', async () => {
		await sandbox.control.addTemplate({ name: 'news', body: 'News' });
		await sandbox.control.pause('news');
		const { hints } = await runOperation(
			sandbox,
			sendAuto,
			{ ...message('491701111121'), goesOn: true },
			message('491701111122', { template: 'news/en_US' }),
			message('nobody'),
		);
		expect(hints).toEqual([expect.stringMatching(/^1 sent, 1 failed, 1 held of 3: /)]);
	});

	it('names the policy that decided, if the rules were asked', async () => {
		const form = message('491701111112', { options: { policy: 'platform' } });
		expect((await runOperation(sandbox, sendAuto, form)).items).toMatchObject([{ policy: 'platform' }]);
		await sandbox.control.customerWrites({ from: '491701111113', text: 'Hi' });
		const { items } = await runOperation(sandbox, sendText, { to: '491701111113', text: 'Hello' });
		expect(items[0]).not.toHaveProperty('policy');
	});

	it('says that a held message was kept, how it goes out, and how to keep it only once', async () => {
		await sandbox.control.pause('hello');
		const form = message('491701111114', { options: { whenHeld: 'keep' } });
		const { items, hints } = await runOperation(sandbox, sendAuto, form);
		expect(items).toMatchObject([{ sent: false, action: 'hold', kept: true }]);
		expect(hints).toEqual([
			expect.stringMatching(/^1 kept of 1: .*Send Due .* leave Campaign empty\. .* keeps another message/),
		]);
		const once = message('491701111115', { options: { whenHeld: 'keep', campaignKey: 'news' } });
		const { hints: withKey } = await runOperation(sandbox, sendAuto, once);
		expect(withKey).toEqual([expect.not.stringContaining('keeps another')]);
	});

	it('is not kept and not explained without the options for it', async () => {
		await sandbox.control.pause('hello');
		const { items, hints } = await runOperation(sandbox, sendAuto, message('491701111116', { options: {} }));
		expect(items).toMatchObject([{ sent: false, action: 'hold' }]);
		expect(items[0]).not.toHaveProperty('kept');
		expect(items[0]).not.toHaveProperty('trace');
		expect(hints).toEqual([expect.stringContaining('add the option When Held')]);
	});

	it('says that a repeated execution sent nothing, and how to test again', async () => {
		const answer = message('491703333333', { item: { eventId: 'message:wamid.again' } });
		const first = await runOperation(sandbox, sendAuto, answer);
		const second = await runOperation(sandbox, sendAuto, answer);
		expect(first.items).toMatchObject([{ sent: true }]);
		expect(second.items).toMatchObject([
			{
				sent: false,
				repeated: true,
				messageId: first.items[0]!.messageId,
				reason: 'Not sent again: this message was answered already.',
			},
		]);
		expect(second.hints).toEqual([
			'Nothing sent: this message was answered already. To test again, let a new one come in, or turn off the option Send Once per Incoming Event.',
		]);
		expect(sandbox.control.sent()).toHaveLength(1);
	});

	it('goes out once for an event whose ID is a number, in the item or in the option', async () => {
		const answers = [
			message('491703333334', { item: { eventId: 12 } }),
			message('491703333335', { options: { eventId: 12 } }),
		];
		for (const answer of answers) {
			expect((await runOperation(sandbox, sendAuto, answer)).items).toMatchObject([{ sent: true }]);
			const { items } = await runOperation(sandbox, sendAuto, answer);
			expect(items).toMatchObject([{ sent: false, repeated: true }]);
		}
		expect(sandbox.control.sent()).toHaveLength(2);
	});

	it('goes out once of several for an event, although the one before it failed the first time', async () => {
		await sandbox.control.addTemplate({ name: 'report', body: 'The report of {{1}} is here.' });
		const about = (what: string | null) => ({
			...message('491703333336', { item: { eventId: 'message:wamid.several' }, template: 'report/en_US' }),
			templateVariables: { mappingMode: 'defineBelow', value: { body_1: what }, schema: [{ id: 'body_1' }] },
			goesOn: true,
		});
		const { items } = await runOperation(sandbox, sendAuto, about(null), about('today'));
		expect(items).toMatchObject([{ sent: false, error: {} }, { sent: true }]);
		const again = await runOperation(sandbox, sendAuto, about('yesterday'), about('today'));
		expect(again.items).toMatchObject([{ sent: true }, { sent: false, repeated: true }]);
		const said = sandbox.control.sent().map(({ body }) => JSON.stringify(body));
		expect(said).toEqual([expect.stringContaining('today'), expect.stringContaining('yesterday')]);
	});

	it('sends again with Send Once turned off', async () => {
		const answer = message('491704444444', {
			item: { eventId: 'message:wamid.off' },
			options: { sendOnce: false },
		});
		await runOperation(sandbox, sendAuto, answer);
		const { items, hints } = await runOperation(sandbox, sendAuto, answer);
		expect(items).toMatchObject([{ sent: true }]);
		expect(hints).toEqual([]);
	});

	it('says that a customer was reached before under the same Campaign Key', async () => {
		const offer = message('491705555555', { options: { campaignKey: 'spring' } });
		await runOperation(sandbox, sendAuto, offer);
		const { items, hints } = await runOperation(sandbox, sendAuto, offer);
		expect(items).toMatchObject([{ sent: false, repeated: true }]);
		expect(hints).toEqual([
			'Nothing sent: this customer got a message with this Campaign Key before, or will get it. To test again, use another Campaign Key.',
		]);
	});

	it('says that it answered a past event, which a test run showed, and only if it did', async () => {
		const past = { eventId: 'message:wamid.past', past: true };
		const answer = message('491707777777', { item: past });
		const { items, hints } = await runOperation(sandbox, sendAuto, answer);
		expect(items).toMatchObject([{ sent: true }]);
		expect(hints).toEqual([expect.stringContaining('answer past events')]);
		const { hints: again } = await runOperation(sandbox, sendAuto, answer);
		expect(again).toEqual([expect.not.stringContaining('past events')]);
	});

	it('is the last one once somebody stops the execution', async () => {
		const stopped = {
			get aborted() {
				return sandbox.control.sent().length === 2;
			},
		};
		const customers = ['491701111151', '491701111152', '491701111153'];
		await runOperation(sandbox, sendAuto, ...customers.map((to) => message(to, { stopped })));
		expect(sandbox.control.sent().map(({ to }) => to)).toEqual(customers.slice(0, 2));
	});

	it('says so if it sends without asking the rules', async () => {
		await sandbox.control.customerWrites({ from: '491706666666', text: 'Hi' });
		const answer = { to: '491706666666', text: 'Hello', item: { eventId: 'message:wamid.text' } };
		expect((await runOperation(sandbox, sendText, answer)).items).toMatchObject([{ sent: true }]);
		const { items, hints } = await runOperation(sandbox, sendText, answer);
		expect(items).toMatchObject([{ sent: false, repeated: true }]);
		expect(hints).toHaveLength(1);
	});
});
