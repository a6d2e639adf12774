import { keptCampaign } from '../../../engine';
import { CUSTOMER } from '../stage';
import { HOUR, inEachDatabase } from './scene';

inEachDatabase((at) => {
	const freeform = { type: 'text', text: { body: 'Here it is' } } as const;
	const keep = (options = {}) => at.sender.keep(at.intent, { freeform }, options);

	describe('a message that is kept', () => {
		it('is refused if it breaks a documented limit, unless that is left to the gateway', async () => {
			const long = { type: 'text', text: { body: 'x'.repeat(4_097) } } as const;
			await expect(at.sender.keep(at.intent, { freeform: long })).rejects.toMatchObject({
				problems: [{ path: ['text', 'body'] }],
			});
			await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
			await at.hear();
			await at.sender.keep(at.intent, { freeform: long, checkFirst: false });
			const body = { messaging_product: 'whatsapp', messages: [{ id: 'wamid.accepted' }] };
			await at.sandbox.control.faults({ status: { path: '/messages', times: 1, code: 200, body } });
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
		});

		it('goes out as soon as it may, once', async () => {
			await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
			await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
			await at.hear();
			const outcome = await at.sender.send(at.intent, { freeform });
			expect(outcome.action).toBe('hold');
			const { retryAt: dueAt, rule, reason } = outcome;
			expect(await keep({ dueAt, rule, reason })).toMatchObject({
				state: 'held',
				due: dueAt,
				repeated: false,
			});
			expect(await at.campaigns.sendDue()).toMatchObject({ claimed: 0 });

			await at.later(0);
			await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'business' });
			await at.hear();
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
			expect(await at.campaigns.sendDue()).toMatchObject({ claimed: 0 });
			expect(at.sandbox.control.sent()).toMatchObject([{ to: CUSTOMER, type: 'text' }]);
		});

		it('takes the conversation over from the agent if it may, though not from another responder', async () => {
			await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
			await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
			await at.hear();
			const taking = { ...at.intent, takeOver: true };
			await at.engine.record({
				kind: 'holder-set',
				channel: at.spring.channel,
				to: CUSTOMER,
				holder: 'other',
			});
			expect(await at.sender.decide({ ...taking, freeform: true })).toMatchObject({ rule: 'agent-holds' });
			await at.engine.record({
				kind: 'holder-set',
				channel: at.spring.channel,
				to: CUSTOMER,
				holder: 'agent',
			});
			await at.later(0);
			await at.sender.keep(taking, { freeform });
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
			expect((await at.engine.conversation(taking)).holder).toBe('business');
		});

		it('goes out as soon as its template is back, before the pause was to end, and not earlier', async () => {
			await at.sandbox.control.pause('hello');
			await at.hear();
			const { retryAt: dueAt, rule, reason } = await at.sender.send(at.intent, {});
			expect(dueAt).toBeGreaterThan(at.sandbox.clock.now() + HOUR);
			await at.sender.keep(at.intent, {}, { dueAt, rule, reason });
			expect(await at.campaigns.sendDue()).toMatchObject({ claimed: 0, nextDueAt: dueAt });
			await at.later(1_000);
			await at.sandbox.control.reactivate('hello');
			await at.hear();
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
			expect(await at.campaigns.sendDue()).toMatchObject({ claimed: 0 });
		});

		it('for a time of its own does not go out earlier because its template is back', async () => {
			await at.sandbox.control.pause('hello');
			await at.hear();
			await at.sender.keep(at.intent, {}, { dueAt: at.sandbox.clock.now() + HOUR });
			await at.later(1_000);
			await at.sandbox.control.reactivate('hello');
			await at.hear();
			expect(await at.campaigns.sendDue()).toMatchObject({ claimed: 0 });
			await at.later(HOUR);
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
		});

		it('goes out as soon as a workflow says that no person answers any more', async () => {
			const { channel } = at.spring;
			const human = (active: boolean) =>
				at.engine.record({ kind: 'human-set', channel, to: CUSTOMER, active });
			await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
			await at.hear();
			await human(true);
			await keep({ dueAt: at.sandbox.clock.now() + HOUR, rule: 'human-active' });
			expect(await at.campaigns.sendDue()).toMatchObject({ claimed: 0 });
			await at.later(1_000);
			await human(false);
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
		});

		it('is kept once under its key, and a send under that key is told so', async () => {
			const first = await keep({ once: 'order 7', dueAt: at.sandbox.clock.now() + HOUR });
			expect(await keep({ once: 'order 7' })).toEqual({ ...first, repeated: true });
			expect(await at.sender.send(at.intent, { freeform }, { once: 'order 7' })).toMatchObject({
				action: 'hold',
				rule: 'planned-before',
				repeated: true,
			});
			expect(at.reached()).toEqual([]);
		});

		it('is not kept where it was sent before under its key', async () => {
			await at.sender.send(at.intent, { freeform }, { once: 'order 7' });
			expect(await keep({ once: 'order 7' })).toMatchObject({ state: 'accepted', repeated: true });
			await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(1);
		});

		it('is skipped where it could not go out in time', async () => {
			const now = at.sandbox.clock.now();
			await keep({ until: now + HOUR, dueAt: now + 2 * HOUR });
			await at.later(2 * HOUR);
			await at.campaigns.sendDue();
			const { recipients } = await at.campaigns.recipients(keptCampaign(at.spring.channel));
			expect(recipients).toMatchObject([{ state: 'skipped', rule: 'too-late' }]);
		});

		it('has content, template and policy of its own', async () => {
			await at.sandbox.control.configure({ policy: 'platform' });
			await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
			await at.hear();
			await at.sender.keep(at.intent, {}, { policy: 'platform' });
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
			expect(at.sandbox.control.sent()).toMatchObject([{ type: 'template', template: { name: 'hello' } }]);
		});

		it('that could never be sent is refused with everything that is wrong', async () => {
			const kept = at.sender.keep({ ...at.intent, to: 'x', template: undefined }, {});
			await expect(kept).rejects.toMatchObject({ problems: [{ path: ['to'] }, { path: ['template'] }] });
		});
	});

	describe('a send with a campaign’s key', () => {
		const send = (to: string, campaign = 'spring') =>
			at.sender.send({ ...at.intent, to }, { freeform }, { campaign });

		it('reaches a customer once in it, however named', async () => {
			const first = await send(CUSTOMER);
			expect(await send(`+${CUSTOMER}`)).toEqual({ ...first, repeated: true });
			await send(CUSTOMER, 'autumn');
			expect(at.reached()).toHaveLength(2);
		});

		it('keeps the promise of a plan, and a plan keeps its promise', async () => {
			await at.plan([CUSTOMER]);
			expect(await send(CUSTOMER)).toMatchObject({ action: 'hold', rule: 'planned-before' });
			await send('491709999999');
			expect(await at.plan(['491709999999'])).toMatchObject({ planned: 0, repeated: 1 });
			await at.campaigns.sendDue();
			expect(await send(CUSTOMER)).toMatchObject({ action: 'template', repeated: true });
			expect(at.reached()).toHaveLength(2);
		});
	});
});
