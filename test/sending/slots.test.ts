import type { Store } from '../../engine';
import { createEngine } from '../../engine';
import type { Sender } from '../../sending';
import { createSender } from '../../sending';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { customers } from './campaigns/scene';
import type { Stage, StageOptions } from './stage';
import { CUSTOMER, openStage } from './stage';

const HOUR = 3_600_000;

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let stage: Stage;
	const open = async (options: StageOptions = {}) => {
		place = placeOf();
		stage = await openStage({ place, ...options });
	};
	afterEach(async () => {
		jest.restoreAllMocks();
		await stage.close();
		await place.remove();
	});

	const send = (options = {}) => stage.sender.send(stage.intent, stage.content, options);
	const sent = () => stage.sandbox.control.sent();
	const channel = () => stage.intent.channel;
	/** Takes slots of the number, so that the next free one is about so far ahead (ms). */
	const takeSlotsFor = (ms: number) => stage.store.rates.take({ channel: channel(), lead: ms * 1_000 }, 1);
	const customerWrites = async () => {
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await stage.hear();
	};
	/** Something happens once the message has its slot, and waits for it. */
	function onceBegun(happens: () => Promise<unknown>): void {
		const { begin } = stage.store.sends;
		jest.spyOn(stage.store.sends, 'begin').mockImplementation(async (...asked) => {
			const begun = await begin(...asked);
			await happens();
			return begun;
		});
	}

	describe('single messages and campaigns share the rate of their number', () => {
		/** The slots that a store's senders were given. Epoch µs */
		function slotsGiven({ sends, campaigns, rates }: Store): number[] {
			const slots: number[] = [];
			const [one, many, more] = [sends.begin, campaigns.begin, rates.take];
			jest.spyOn(sends, 'begin').mockImplementation(async (...asked) => {
				const begun = await one(...asked);
				if ('slot' in begun) slots.push(begun.slot);
				return begun;
			});
			jest.spyOn(campaigns, 'begin').mockImplementation(async (...asked) => {
				const begun = await many(...asked);
				slots.push(...begun.slots);
				return begun;
			});
			jest.spyOn(rates, 'take').mockImplementation(async (...asked) => {
				const taken = await more(...asked);
				slots.push(...taken.slots);
				return taken;
			});
			return slots;
		}

		it('two senders beside a campaign never send faster than it allows, and the gateway refuses none', async () => {
			const perSecond = 30;
			// Three senders at the full rate each would be too fast for it.
			await open({ perSecond, sandbox: { throughput: 2 * perSecond } });
			const other = await stage.another();
			const slots = [slotsGiven(stage.store), slotsGiven(other)];
			const second = createSender({ engine: createEngine({ store: other }), gateway: stage.gateway });
			const { campaigns } = stage.sender;
			const [many, some] = [customers(60), customers(160).slice(100)];
			await campaigns.plan(
				{ id: 'spring', channel: channel(), template: stage.intent.template },
				many.map((to) => ({ to })),
			);
			const sendSome = (sender: Sender, to: string[]) =>
				Promise.all(to.map((one) => sender.send({ ...stage.intent, to: one }, {})));
			const [summary, ...outcomes] = await Promise.all([
				campaigns.sendDue(),
				sendSome(stage.sender, some.slice(0, 30)),
				sendSome(second, some.slice(30)),
			]);
			expect(summary.refused).toBe(0);
			const held = outcomes.flat().filter(({ action }) => action === 'hold');
			for (const outcome of held) expect(outcome).toMatchObject({ rule: 'number-busy' });
			expect(outcomes.flat().filter(({ error }) => error)).toEqual([]);
			expect(sent()).toHaveLength(120 - held.length);
			const all = slots.flat().sort((a, b) => a - b);
			for (const [index, slot] of all.entries()) {
				const until = all[index + perSecond];
				if (until !== undefined) expect(until - slot).toBeGreaterThanOrEqual(1_000_000);
			}
		});

		it('the rate is what a sender or a plan sets, for everyone; 80 until then', async () => {
			await open();
			const perSecond = async () => (await stage.store.rates.read(channel())).perSecond;
			expect(await perSecond()).toBe(80);
			const { engine, gateway } = stage;
			const fast = createSender({ engine, gateway, pace: { perSecond: 500 } });
			await fast.send(stage.intent, {});
			expect(await perSecond()).toBe(500);
			await send();
			expect(await perSecond()).toBe(500);
			await fast.campaigns.plan({ id: 'spring', channel: channel(), perSecond: 0.5 }, []);
			expect(await perSecond()).toBe(0.5);
			await expect(
				fast.campaigns.plan({ id: 'autumn', channel: channel(), perSecond: 0 }, []),
			).rejects.toThrow(/perSecond isn't a number above 0/);
		});

		it('a number that was told it is too fast by a single message is slowed by a fifth', async () => {
			await open();
			await stage.sandbox.control.faults({ error: { code: 130429, times: 1 } });
			expect(await send()).toMatchObject({ error: { effect: 'slow-number' } });
			const [{ speed }] = (await place.rows('pace')) as [Record<string, number>];
			expect(Number(speed)).toBe(800_000);
		});
	});

	describe('a number whose next slot is more than 3 s ahead', () => {
		beforeEach(() => open());

		it('holds what is sent by the rules until then, takes no slot for it, and notes nothing', async () => {
			await takeSlotsFor(60_000);
			const before = await place.rows('pace');
			const [{ next_slot: free }] = before as [{ next_slot: number }];
			const outcome = await send({ once: 'order 7' });
			expect(outcome).toMatchObject({
				action: 'hold',
				rule: 'number-busy',
				reason: expect.stringContaining('next free slot'),
				retryAt: expect.any(Number),
			});
			expect(Math.abs(outcome.retryAt! - Number(free) / 1_000)).toBeLessThan(1_000);
			expect(await place.rows('pace')).toEqual(before);
			expect(await place.rows('send')).toEqual([]);
			expect(sent()).toEqual([]);
		});

		it.each(['freeform', 'template'] as const)('refuses what is sent as asked: %s', async (as) => {
			await takeSlotsFor(60_000);
			expect(await send({ as })).toMatchObject({
				action: as,
				rule: 'as-asked',
				retryAt: expect.any(Number),
				error: { effect: 'slow-number', details: expect.stringContaining('next free slot') },
			});
			expect(await place.rows('send')).toEqual([]);
			expect(sent()).toEqual([]);
		});

		it('tells a repeat what is known of its first try all the same', async () => {
			const { messageId } = await send({ once: 'order 7' });
			await takeSlotsFor(60_000);
			expect(await send({ once: 'order 7' })).toMatchObject({ messageId, repeated: true });
		});
	});

	describe('a number that is halted', () => {
		beforeEach(() => open());
		const halt = () => stage.store.rates.halt(channel(), { base: HOUR, most: HOUR }, 'No answers.');

		it('holds what is sent by the rules until the halt ends, and says why', async () => {
			const until = stage.engine.runtime.now() + (await halt());
			const outcome = await send();
			expect(outcome).toMatchObject({
				action: 'hold',
				rule: 'number-halted',
				reason: expect.stringContaining('No answers.'),
			});
			expect(Math.abs(outcome.retryAt! - until)).toBeLessThan(1_000);
			expect(await place.rows('send')).toEqual([]);
		});

		it('refuses what is sent as asked', async () => {
			await halt();
			expect(await send({ as: 'template' })).toMatchObject({ error: { effect: 'slow-number' } });
			expect(sent()).toEqual([]);
		});
	});

	describe('a message that waits for its slot for more than 1 s', () => {
		beforeEach(async () => {
			await open();
			await customerWrites();
		});
		const windowCloses = async () => {
			await stage.sandbox.clock.advance(25 * HOUR);
			await stage.sender.measureClock(channel());
		};

		it('goes out in the form that the rules then allow: the template, if the window has closed', async () => {
			await takeSlotsFor(2_500);
			onceBegun(windowCloses);
			expect(await send()).toMatchObject({ action: 'template', messageId: sent()[0]!.id });
			expect(stage.sandbox.control.violations()).toEqual([]);
			expect(await place.rows('send')).toMatchObject([
				{ action: 'template', template_name: 'hello', category: 'UTILITY', state: 'accepted' },
			]);
		});

		it('does not go out if the rules no longer allow it, and may be tried again under its key', async () => {
			await takeSlotsFor(2_500);
			onceBegun(windowCloses);
			const intent = { ...stage.intent, template: undefined };
			expect(await stage.sender.send(intent, stage.content, { once: 'order 7' })).toMatchObject({
				action: 'skip',
				rule: 'no-template',
			});
			expect(sent()).toEqual([]);
			expect(stage.sandbox.control.violations()).toEqual([]);
			expect(await place.rows('send')).toEqual([]);
		});

		it('goes out as it was if nothing has changed', async () => {
			await takeSlotsFor(2_500);
			const decide = jest.spyOn(stage.engine, 'decide');
			expect(await send()).toMatchObject({ action: 'freeform', messageId: sent()[0]!.id });
			expect(decide).toHaveBeenCalledTimes(2);
		});

		it('is told from one that waits for less: the rules are asked once', async () => {
			await takeSlotsFor(900);
			const decide = jest.spyOn(stage.engine, 'decide');
			expect(await send()).toMatchObject({ action: 'freeform' });
			expect(decide).toHaveBeenCalledTimes(1);
		});

		it('goes out as asked without a look at the rules', async () => {
			await takeSlotsFor(2_500);
			const decide = jest.spyOn(stage.engine, 'decide');
			expect(await send({ as: 'freeform' })).toMatchObject({ action: 'freeform' });
			expect(decide).not.toHaveBeenCalled();
		});
	});
});
