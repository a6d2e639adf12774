import type { IDataObject } from 'n8n-workflow';
import type { PlannedRecipient } from '../../sending';
import { createToItems } from '../../nodes/shared/events/to-items';
import { customers, HOUR, inEachDatabase } from '../sending/campaigns/scene';

inEachDatabase((at) => {
	const [ada, bob] = customers(2) as [string, string];
	const appointment = { id: 7, startsAt: '2026-11-25T09:00:00Z' };

	/** Sends the campaign, and returns the ID of the message to a customer. */
	async function reach(recipient: PlannedRecipient): Promise<string> {
		await at.plan([recipient]);
		await at.sendTo(1);
		return at.sandbox.control.sent().findLast(({ to }) => to === recipient.to)!.id;
	}
	const writes = (message: object) => at.sandbox.control.customerWrites({ from: ada, ...message });

	async function newestItem(kind = 'message'): Promise<IDataObject> {
		await at.hear();
		const logged = await at.store.inbox.read({});
		const event = logged.findLast((entry) => entry.event.kind === kind)!.event;
		const toItems = await createToItems(at.store, 'strict', false)();
		const [item] = await toItems([event], false);
		return item!.json;
	}
	const tap = (id: string) =>
		writes({
			type: 'button',
			replyTo: id,
			message: { button: { payload: 'Reschedule', text: 'Reschedule' } },
		});

	describe('a status of a message of a campaign', () => {
		// The platform tells the name in the profile with every status but this one.
		const fails = () => at.sandbox.control.faults({ failStatus: { code: 131026, after: 'sent' } });

		it('that failed has the name that the customer was planned with, until the customer writes', async () => {
			await fails();
			const id = await reach({ to: ada, name: 'Ada from the list' });
			const failed = { status: 'failed', contact: ada };
			expect(await newestItem('status')).toMatchObject({ ...failed, contactName: 'Ada from the list' });
			await writes({ text: 'Hi', replyTo: id });
			expect(await newestItem()).not.toHaveProperty('name');
			expect(await newestItem('status')).toMatchObject({ ...failed, contactName: 'Customer 0000' });
		});

		it('that failed has no name if the customer was planned without one', async () => {
			await fails();
			await reach({ to: bob });
			expect(await newestItem('status')).not.toHaveProperty('contactName');
		});
	});

	describe('a reply to a message of a campaign', () => {
		it('has the campaign, the recipient, and what was planned to come back, if a button of a template was tapped', async () => {
			await tap(await reach({ to: ada, key: 'appointment-7', with: appointment }));
			expect(await newestItem()).toMatchObject({
				text: 'Reschedule',
				campaign: 'spring',
				recipient: 'appointment-7',
				with: appointment,
			});
		});

		it('has it too if a button of a freeform message was tapped', async () => {
			await writes({ text: 'Hi' });
			await at.hear();
			const buttons = [{ type: 'reply' as const, reply: { id: 'later', title: 'Later' } }];
			const id = await reach({
				to: ada,
				with: appointment,
				freeform: {
					type: 'interactive',
					interactive: { type: 'button', body: { text: 'Your appointment' }, action: { buttons } },
				},
			});
			const button_reply = { id: 'later', title: 'Later' };
			await writes({
				type: 'interactive',
				replyTo: id,
				message: { interactive: { type: 'button_reply', button_reply } },
			});
			expect(await newestItem()).toMatchObject({ text: 'Later', campaign: 'spring', with: appointment });
		});

		it('has it too if it is a text or a reaction', async () => {
			const id = await reach({ to: ada, with: appointment });
			await writes({ text: 'I am late', replyTo: id });
			expect(await newestItem()).toMatchObject({ text: 'I am late', campaign: 'spring', with: appointment });
			await writes({ type: 'reaction', message: { reaction: { message_id: id, emoji: '👍' } } });
			expect(await newestItem()).toMatchObject({ campaign: 'spring', with: appointment });
		});

		it('tells two messages to one customer apart', async () => {
			const first = await reach({ to: ada, key: '7', with: appointment });
			const second = await reach({ to: ada, key: '8', with: { id: 8 } });
			await tap(first);
			expect(await newestItem()).toMatchObject({ recipient: '7', with: appointment });
			await tap(second);
			expect(await newestItem()).toMatchObject({ recipient: '8', with: { id: 8 } });
		});

		it('has no field "with" if nothing was planned to come back', async () => {
			await tap(await reach({ to: ada }));
			const item = await newestItem();
			expect(item).toMatchObject({ campaign: 'spring', recipient: ada });
			expect(item).not.toHaveProperty('with');
		});

		it('has it as one item with others if messages waited for silence', async () => {
			const id = await reach({ to: ada, with: appointment });
			await tap(id);
			await writes({ text: 'Thursday?' });
			await at.hear();
			const events = (await at.store.inbox.read({})).flatMap(({ event }) =>
				event.kind === 'message' ? [event] : [],
			);
			const [item] = await (await createToItems(at.store, 'strict', false)())([events], false);
			expect(item!.json).toMatchObject({
				text: 'Reschedule\nThursday?',
				campaign: 'spring',
				with: appointment,
			});
		});
	});

	describe('a message that answers no campaign', () => {
		it.each([
			['answers nothing', () => writes({ text: 'Hi' })],
			[
				'answers a message of its own',
				async () => writes({ text: 'Hi', replyTo: (await writes({ text: 'Hm' })).id }),
			],
			['answers a message that was kept', keptAnswer],
		])('has none of these fields if it %s', async (_, write) => {
			await write();
			const item = await newestItem();
			expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['campaign']));
			expect(item).not.toHaveProperty('recipient');
		});

		async function keptAnswer(): Promise<void> {
			await writes({ text: 'Hi' });
			await at.hear();
			await at.sender.keep(
				{ ...at.intent, to: ada, template: undefined, freeform: true },
				{ freeform: { type: 'text', text: { body: 'Hello' } } },
				{ once: 'a', rule: 'human-active', reason: 'A person answers.' },
			);
			await at.sendTo(1);
			await writes({ text: 'Thanks', replyTo: at.sandbox.control.sent().at(-1)!.id });
		}

		it('has none of them either once its customer was erased', async () => {
			const id = await reach({ to: ada, with: appointment });
			await at.store.customers.erase({ channel: at.spring.channel, name: ada });
			await at.later(HOUR);
			await tap(id);
			expect(await newestItem()).not.toHaveProperty('with');
		});
	});

	describe('what comes back with replies', () => {
		it.each([
			['is a text', 'text', 'must be an object'],
			['is a list', [1], 'must be an object'],
			['is too long', { long: 'ä'.repeat(1_000) }, 'has 2011 bytes as JSON'],
			['is too deep', nested(60), 'is nested more deeply than 50 levels'],
		])('is refused if it %s', async (_, given, message) => {
			const { invalid, planned } = await at.plan([{ to: ada, with: given as never }, { to: bob }]);
			expect(planned).toBe(1);
			expect(invalid).toEqual([
				{ index: 0, to: ada, problems: [{ path: ['with'], message: expect.stringContaining(message) }] },
			]);
		});

		it('may have 2,000 bytes', async () => {
			const { planned } = await at.plan([
				{ to: ada, with: { text: 'x'.repeat(2_000 - '{"text":""}'.length) } },
			]);
			expect(planned).toBe(1);
		});
	});
});

function nested(depth: number): Record<string, unknown> {
	return depth === 0 ? {} : { in: nested(depth - 1) };
}
