import type { CampaignRecipient } from '../../../sending';
import { customers, HOUR, inEachDatabase } from './scene';

/** ms */
const LEASE = 200;

inEachDatabase((at) => {
	const text = (body: string) => ({ type: 'text', text: { body } }) as const;

	describe('sendDue', () => {
		it('reaches everybody once, and says so', async () => {
			await at.plan(customers(40));
			expect(await at.campaigns.sendDue()).toMatchObject({
				claimed: 40,
				accepted: 40,
				held: 0,
				skipped: 0,
				failed: 0,
				ended: 'nothing-due',
			});
			expect(at.reached()).toEqual(customers(40));
			await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(40);
			expect(await at.campaigns.report('spring')).toMatchObject({
				total: 40,
				counts: { accepted: 40, planned: 0 },
				finished: true,
				numberSpeed: 1,
			});
			expect(at.sandbox.control.violations()).toEqual([]);
		});

		it('the report says what the messages that went out are charged as, and so does each recipient', async () => {
			const [ada, bob, eve] = customers(3) as [string, string, string];
			await at.sandbox.control.customerWrites({ from: eve, text: 'Hi' });
			await at.hear();
			await at.plan([ada, bob, { to: eve, freeform: text('Hi Eve') }]);
			await at.campaigns.sendDue();
			expect(await at.campaigns.report('spring')).toMatchObject({ pricing: [] });
			await at.hear();
			const template = { model: 'PMP', type: 'regular', category: 'utility', billable: true };
			const service = { model: 'PMP', type: 'free_customer_service', category: 'service', billable: false };
			expect(await at.campaigns.report('spring')).toMatchObject({
				pricing: [
					{ ...template, count: 2 },
					{ ...service, count: 1 },
				],
			});
			const recipients = await at.recipients();
			expect(recipients[ada]).toMatchObject({ pricing: template });
			expect(recipients[eve]).toMatchObject({ pricing: service });
		});

		it('sends each their own content: variables, template, freeform inside the window', async () => {
			const body = 'Hello {{1}}, it is here.';
			await at.sandbox.control.addTemplate({ name: 'named', category: 'UTILITY', body });
			const [ada, bob, eve] = customers(3) as [string, string, string];
			await at.sandbox.control.customerWrites({ from: eve, text: 'Hi' });
			await at.hear();
			const named = (name: string) => [{ type: 'body', parameters: [{ type: 'text', text: name }] }];
			await at.plan(
				[
					{ to: ada, components: named('Ada') },
					{ to: bob, template: { name: 'hello', language: 'en_US' } },
					{ to: eve, components: named('Eve'), freeform: text('Hi Eve') },
				],
				{ template: { name: 'named', language: 'en_US' } },
			);
			await at.campaigns.sendDue();
			const sent = Object.fromEntries(at.sandbox.control.sent().map((one) => [one.to, one.body]));
			expect(sent[ada]).toMatchObject({ template: { name: 'named', components: named('Ada') } });
			expect(sent[bob]).toMatchObject({ template: { name: 'hello' } });
			expect(sent[eve]).toMatchObject(text('Hi Eve'));
			expect((await at.recipients())[eve]).toMatchObject({ action: 'freeform', rule: 'window-open' });
		});

		it('by several workers at once reaches everybody once', async () => {
			const { createSender } = await import('../../../sending');
			const { createEngine } = await import('../../../engine');
			const second = createSender({
				engine: createEngine({ store: await at.another() }),
				gateway: at.gateway,
				pace: { perSecond: 1_000 },
			});
			await at.plan(customers(200));
			const done = await Promise.all([at.campaigns.sendDue(), second.campaigns.sendDue()]);
			expect(done[0]!.accepted + done[1]!.accepted).toBe(200);
			expect(at.reached()).toEqual(customers(200));
		});

		it.each([
			['before its start nothing', { startAt: 2 * HOUR, endAt: 3 * HOUR }, HOUR, { planned: 2 }],
			['from its start on', { startAt: 2 * HOUR, endAt: 3 * HOUR }, 2 * HOUR, { accepted: 2 }],
			['after its end nobody: whoever is left is skipped', { endAt: 3 * HOUR }, 3 * HOUR, { skipped: 2 }],
		])('sends %s', async (_, times, later, counts) => {
			const now = at.sandbox.clock.now();
			const shifted = Object.fromEntries(Object.entries(times).map(([name, time]) => [name, now + time]));
			await at.plan(customers(2), shifted);
			await at.later(later);
			await at.campaigns.sendDue();
			expect(await at.counts()).toEqual(counts);
		});

		it('ended says why, and reports it', async () => {
			await at.plan(customers(1), { endAt: at.sandbox.clock.now() + HOUR });
			await at.later(HOUR);
			await at.campaigns.sendDue();
			const { campaign, reasons, finished } = await at.campaigns.report('spring');
			expect(campaign).toMatchObject({
				state: 'ended',
				why: expect.stringMatching(/^The campaign ended at /),
			});
			expect(reasons).toMatchObject([{ state: 'skipped', rule: 'campaign-ended', count: 1 }]);
			expect(finished).toBe(true);
		});

		it('of one campaign leaves the others', async () => {
			await at.plan(customers(2));
			await at.plan(customers(3), { id: 'autumn' });
			expect(await at.campaigns.sendDue({ campaign: 'autumn' })).toMatchObject({ accepted: 3 });
			expect(await at.counts()).toEqual({ planned: 2 });
			expect(await at.campaigns.sendDue({ channel: 'other' })).toMatchObject({ claimed: 0 });
			await expect(at.campaigns.sendDue({ campaign: 'nobody' })).rejects.toThrow(
				/campaign "nobody" doesn't exist/,
			);
		});

		it('returns after its budget, and the next goes on', async () => {
			await at.sandbox.control.configure({ latency: 100 });
			await at.plan(customers(30));
			const first = await at.campaigns.sendDue({ budgetMs: 1 });
			expect(first.ended).toBe('budget');
			const { claimed = 0, sending = 0 } = await at.counts();
			expect([claimed, sending]).toEqual([0, 0]);
			expect((await at.campaigns.sendDue()).accepted + first.accepted).toBe(30);
			expect(at.reached()).toEqual(customers(30));
		});

		it('aborted claims no more, settles what is on its way, and gives back the rest', async () => {
			await at.sandbox.control.configure({ latency: 50 });
			await at.plan(customers(1_500));
			const abort = new AbortController();
			let told = 0;
			const summary = await at.campaigns.sendDue({
				signal: abort.signal,
				onRecipient: () => {
					told += 1;
					abort.abort();
				},
			});
			expect(summary).toMatchObject({ ended: 'aborted', accepted: told });
			expect(await at.counts()).toEqual({ planned: 1_500 - told, accepted: told });
			expect(at.reached()).toHaveLength(told);
		});

		it('sends the messages to one customer in the order of the list', async () => {
			const [ada, bob] = customers(2) as [string, string];
			const ofAda = Array.from({ length: 6 }, (_, index) => `ada ${index}`);
			await at.plan(
				ofAda.flatMap((key) => [
					{ to: ada, key },
					{ to: bob, key: key.replace('ada', 'bob') },
				]),
			);
			const sent: string[] = [];
			const onRecipient = ({ state, key }: CampaignRecipient) => {
				if (state === 'accepted') sent.push(key);
			};
			await at.campaigns.sendDue({ onRecipient });
			expect(sent.filter((key) => key.startsWith('ada'))).toEqual(ofAda);
			expect(sent).toHaveLength(12);
		});

		it('keeps that order if it is aborted', async () => {
			const [ada] = customers(1) as [string];
			const keys = Array.from({ length: 6 }, (_, index) => `ada ${index}`);
			await at.plan(keys.map((key) => ({ to: ada, key })));
			const sent: string[] = [];
			while (sent.length < keys.length) {
				const abort = new AbortController();
				const onRecipient = ({ state, key }: CampaignRecipient) => {
					abort.abort();
					if (state === 'accepted') sent.push(key);
				};
				await at.campaigns.sendDue({ signal: abort.signal, onRecipient });
			}
			expect(sent).toEqual(keys);
		});

		it('shows no time for those that are due at once', async () => {
			const [ada] = customers(1) as [string];
			await at.plan(['a', 'b'].map((key) => ({ to: ada, key })));
			const { recipients } = await at.campaigns.recipients('spring');
			expect(recipients).toHaveLength(2);
			for (const recipient of recipients) expect(recipient).not.toHaveProperty('due');
		});

		it('never has two messages to one customer on their way at once', async () => {
			const [to] = customers(1) as [string];
			await at.plan([
				{ to, key: 'a' },
				{ to, key: 'b' },
			]);
			const states: string[] = [];
			const summary = await at.campaigns.sendDue({ onRecipient: ({ state }) => states.push(state) });
			// One waits for the other, and counts once.
			expect(states).toContain('held');
			expect(summary).toMatchObject({ claimed: 2, accepted: 2, held: 0 });
			expect(at.reached()).toEqual([to, to]);
		});
	});

	describe('a person', () => {
		it('pauses a campaign, and resumes it', async () => {
			await at.plan(customers(2));
			expect(await at.campaigns.pause('spring', 'Lunch.')).toMatchObject({ state: 'paused', why: 'Lunch.' });
			const waiting = { campaign: 'spring', channel: at.spring.channel, why: 'Lunch.', waiting: 2 };
			expect(await at.campaigns.sendDue()).toMatchObject({ claimed: 0, paused: [waiting] });
			const resumed = await at.campaigns.resume('spring');
			expect(resumed).toMatchObject({ state: 'running' });
			expect(resumed).not.toHaveProperty('why');
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 2, paused: [] });
		});

		it('reads when a campaign will be done, unless it is paused', async () => {
			await at.plan(customers(3));
			await at.campaigns.sendDue();
			await at.plan(customers(5));
			expect((await at.campaigns.report('spring')).estimatedEndAt).toEqual(expect.any(Number));
			await at.campaigns.pause('spring');
			expect((await at.campaigns.report('spring')).estimatedEndAt).toBeUndefined();
		});

		it('is told which campaigns are paused although others were sent, unless one of these was asked for', async () => {
			await at.plan(customers(3));
			await at.campaigns.pause('spring');
			await at.plan(customers(1), { id: 'autumn' });
			expect(await at.campaigns.sendDue({ campaign: 'autumn' })).toMatchObject({ accepted: 1, paused: [] });
			await at.plan(customers(2), { id: 'autumn' });
			expect(await at.campaigns.sendDue()).toMatchObject({
				accepted: 1,
				campaigns: [{ campaign: 'autumn', channel: at.spring.channel, accepted: 1 }],
				paused: [{ campaign: 'spring', why: 'Paused by hand.', waiting: 3 }],
			});
		});

		it('is told how many of each campaign were sent', async () => {
			await at.plan(customers(3));
			await at.plan(customers(2), { id: 'autumn' });
			const { accepted, campaigns } = await at.campaigns.sendDue();
			expect(accepted).toBe(5);
			const none = { held: 0, skipped: 0, failed: 0, unconfirmed: 0 };
			const { channel } = at.spring;
			expect(campaigns).toEqual([
				{ campaign: 'autumn', channel, accepted: 2, ...none },
				{ campaign: 'spring', channel, accepted: 3, ...none },
			]);
		});

		it('cancels it for ever: whoever was not sent to is skipped', async () => {
			await at.plan(customers(3));
			await at.campaigns.pause('spring');
			await at.campaigns.cancel('spring', 'Wrong list.');
			expect(await at.counts()).toEqual({ skipped: 3 });
			await expect(at.campaigns.resume('spring')).rejects.toThrow(/is cancelled/);
			await expect(at.campaigns.retry('spring', 'failed')).rejects.toThrow(/is cancelled/);
			expect(await at.campaigns.sendDue()).toMatchObject({ claimed: 0 });
		});

		it('reads the recipients in pages, by state', async () => {
			await at.plan(customers(5));
			const first = await at.campaigns.recipients('spring', { limit: 3 });
			const second = await at.campaigns.recipients('spring', { limit: 3, after: first.next });
			const pages = [...first.recipients, ...second.recipients];
			expect(pages.map(({ to }) => to).sort()).toEqual(customers(5));
			expect(second.next).toBeUndefined();
			expect(await at.campaigns.recipients('spring', { state: ['failed', 'held'] })).toEqual({
				recipients: [],
			});
		});
	});

	describe('statuses', () => {
		it('move recipients on', async () => {
			await at.plan(customers(3));
			await at.campaigns.sendDue();
			await at.hear();
			expect(await at.counts()).toEqual({ delivered: 3 });
		});

		it('that fail late fail them, and say why', async () => {
			await at.sandbox.control.faults({ failStatus: { code: 131026 } });
			await at.plan(customers(1));
			await at.campaigns.sendDue();
			await at.hear();
			expect((await at.campaigns.report('spring')).reasons).toMatchObject([
				{ state: 'failed', rule: 'undeliverable', reason: expect.stringContaining('131026') },
			]);
		});
	});

	describe('a worker that died', () => {
		/** What a worker that is gone leaves behind. */
		async function leave(begun: boolean) {
			await at.plan(customers(1));
			const now = await at.engine.now(at.spring.channel);
			const { channel } = at.spring;
			const { recipients } = await at.store.campaigns.claim({
				channel,
				now,
				leaseMs: LEASE,
				token: 'gone',
				limit: 1,
				free: [],
			});
			const { key, token } = recipients[0]!;
			const started = { key, token, action: 'template', opens: true, rule: 'template', reason: '' } as const;
			if (begun) {
				const clock = { at: now, again: 0 };
				await at.store.campaigns.begin([started], clock, { channel, lead: 0 });
			}
		}

		it('before the call: another sends', async () => {
			await leave(false);
			expect(at.reached()).toEqual([]);
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
		});

		it('during the call: unconfirmed, and never sent again unless a person says so', async () => {
			await leave(true);
			await at.clock!.pass(LEASE);
			await at.campaigns.sendDue();
			expect(await at.counts()).toEqual({ unconfirmed: 1 });
			await at.later(24 * HOUR);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([]);
			expect(await at.campaigns.retry('spring', 'unconfirmed')).toBe(1);
			await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(1);
		});
	});
});
