import type { Store } from '../../engine';
import { parseWebhook } from '../../engine';
import { NOW, OFFER } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, CUSTOMER, customerMessage, MINUTE } from '../support/wire';

const SECOND = 1_000;
const HOUR = 60 * MINUTE;
const LEASE = MINUTE;

describe.each(DATABASES)('%s', (database, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await place.remove();
	});

	const take = (count = 1, from = store) => from.rates.take({ channel: CHANNEL, lead: 0 }, count);
	const slotsOf = async (count: number) => (await take(count)).slots;

	describe('a clock that was ahead and is set back', () => {
		it('leaves slots as far ahead as they were, and those that follow at their distance', async () => {
			clock.now = NOW + 2 * HOUR;
			await slotsOf(8);
			clock.now = NOW;
			expect(await slotsOf(2)).toEqual([100_000, 112_500].map((ahead) => NOW * 1_000 + ahead));
		});

		it('by less than the clocks of one machine can differ moves no slot', async () => {
			await slotsOf(1);
			clock.now = NOW - 100;
			expect(await slotsOf(1)).toEqual([NOW * 1_000 + 12_500]);
		});

		it('by more than that moves them', async () => {
			await slotsOf(1);
			clock.now = NOW - 101;
			expect(await slotsOf(1)).toEqual([(NOW - 101) * 1_000 + 12_500]);
		});

		it('halts a number no longer than it was to be halted', async () => {
			clock.now = NOW + 2 * HOUR;
			await store.rates.halt(CHANNEL, { base: MINUTE, most: MINUTE }, 'No answers.');
			clock.now = NOW;
			expect(await store.rates.read(CHANNEL)).toMatchObject({ haltedFor: MINUTE });
			expect(await take()).toMatchObject({ none: { wait: MINUTE } });
			clock.now = NOW + MINUTE;
			expect(await slotsOf(1)).toHaveLength(1);
		});

		it('lets a slowed number get its speed back in the same time', async () => {
			clock.now = NOW + 2 * HOUR;
			await store.rates.slow(CHANNEL);
			clock.now = NOW;
			expect(await store.rates.read(CHANNEL)).toMatchObject({ speed: 0.8 });
			await store.rates.set(CHANNEL, 40);
			clock.now = NOW + 2 * SECOND;
			expect(await store.rates.read(CHANNEL)).toMatchObject({ speed: 1 });
		});

		it.each([
			['by the length of the start’s lease: it is let go', LEASE, 'start'],
			['by less: it is kept', LEASE - 1, 'busy'],
			['by as much as clocks of two processes can differ: it is kept', 1, 'busy'],
		])('lets a start go that was noted a whole lease later than now: set back %s', async (_, back, state) => {
			const event = parseWebhook(customerMessage({ at: NOW, id: 'a' }), NOW)[0]!;
			const start = { trigger: 't', eventIds: new Set([event.id]), leaseMs: LEASE };
			const arrives = () => store.commitEvents([{ event, changes: {} }], NOW, start);
			await arrives();
			expect(await arrives()).toMatchObject([{ start: 'busy' }]);
			clock.now = NOW - back;
			expect(await arrives()).toMatchObject([{ start: state }]);
		});
	});

	describe('a lease that ends later than twice its length from now is over', () => {
		/** A lease that was given when the clock was so far ahead (ms), now that it is right. */
		const over = [
			['as late as it is long: it holds', 0, false],
			['a moment later, as by the clock of another process: it holds', 1, false],
			['twice as late as it is long: it holds', LEASE, false],
			['a moment later than that: it is over', LEASE + 1, true],
			['hours later: it is over', 2 * HOUR, true],
		] as const;

		it.each(over)('of a batch that ends %s', async (_, ahead, isOver) => {
			await store.inbox.subscribe({ id: 's', partitions: 1, from: 'now' }, NOW);
			const event = parseWebhook(customerMessage({ at: NOW, id: 'a' }), NOW)[0]!;
			await store.commitEvents([{ event, changes: {} }], NOW);
			const claim = (leaseMs: number, token: string) => store.inbox.claim('s', { limit: 10, leaseMs, token });
			clock.now = NOW + ahead;
			await claim(LEASE, 'a');
			clock.now = NOW;
			// It is the lease's own length that counts, not that of whoever asks.
			expect(await claim(1, 'b')).toEqual(isOver ? expect.objectContaining({ repeat: true }) : undefined);
		});

		it.each(over)('of a dead letter on replay that ends %s', async (_, ahead, isOver) => {
			await store.inbox.subscribe({ id: 's', partitions: 1, from: 'now' }, NOW);
			const event = parseWebhook(customerMessage({ at: NOW, id: 'a' }), NOW)[0]!;
			await store.commitEvents([{ event, changes: {} }], NOW);
			const claim = (token: string) => store.inbox.claim('s', { limit: 10, leaseMs: LEASE, token });
			await store.inbox.settle((await claim('a'))!, { kind: 'failed' }, NOW);
			await store.inbox.deadLetters.replay('s');
			clock.now = NOW + ahead;
			await claim('b');
			clock.now = NOW;
			expect(await claim('c')).toEqual(isOver ? expect.objectContaining({ token: 'c' }) : undefined);
		});

		it.each(over)('of a claimed recipient that ends %s', async (_, ahead, isOver) => {
			const policy = { name: 'strict', version: 1 };
			await store.campaigns.open({ id: 'spring', channel: CHANNEL, kept: false, policy, plannedAt: NOW });
			await store.campaigns.plan({ channel: CHANNEL, id: 'spring' }, [
				{ contact: CUSTOMER, template: OFFER, content: {}, state: 'planned', due: 0 },
			]);
			const claim = async (token: string) =>
				(
					await store.campaigns.claim({
						channel: CHANNEL,
						now: NOW,
						leaseMs: LEASE,
						token,
						limit: 10,
						free: [],
					})
				).recipients.length;
			clock.now = NOW + ahead;
			expect(await claim('a')).toBe(1);
			clock.now = NOW;
			expect(await claim('b')).toBe(isOver ? 1 : 0);
		});
	});

	it('what is due is due by the gateway’s clock, and what a worker has is its own by the store’s', async () => {
		const policy = { name: 'strict', version: 1 };
		await store.campaigns.open({ id: 'spring', channel: CHANNEL, kept: false, policy, plannedAt: NOW });
		const plan = (contact: string, due: number) =>
			store.campaigns.plan({ channel: CHANNEL, id: 'spring' }, [
				{ contact, template: OFFER, content: {}, state: 'planned', due },
			]);
		const claim = (gatewayTime: number) =>
			store.campaigns.claim({
				channel: CHANNEL,
				now: gatewayTime,
				leaseMs: LEASE,
				token: 'a',
				limit: 10,
				free: [],
			});
		const gatewayTime = NOW - 3 * HOUR;
		await plan('1', gatewayTime);
		await plan('2', gatewayTime + HOUR);
		expect((await claim(gatewayTime)).recipients).toMatchObject([{ contact: '1' }]);
		clock.now += 20 * SECOND;
		// A day passes at the gateway, and 20 s here.
		expect((await claim(gatewayTime + 24 * HOUR)).recipients).toMatchObject([{ contact: '2' }]);
		const rest = { recipients: [], abandoned: [], nextDueAt: gatewayTime + LEASE - 20 * SECOND };
		expect(await claim(gatewayTime)).toEqual(rest);
	});

	it('two processes get slots one after the other, however their local clocks are set', async () => {
		const [one, two] = [await place.open(), await place.open()];
		const local = jest.spyOn(Date, 'now');
		const isServers = database === 'Postgres';
		let last = 0;
		for (const [from, hours] of [
			[one, 0],
			[two, 3],
			[one, 0],
			[two, 3],
		] as const) {
			const here = () => Math.floor(performance.timeOrigin + performance.now() + hours * HOUR);
			local.mockImplementation(here);
			const { slots, now } = (await take(4, from)) as { slots: number[]; now: number };
			// An embedded store is of one machine, whose clock is set back and forth meanwhile.
			const expected = isServers ? here() - hours * HOUR : here();
			expect(Math.abs(now / 1_000 - expected)).toBeLessThan(isServers ? MINUTE : SECOND);
			expect(slots.at(-1)! - now).toBeLessThan(16 * 12_500);
			if (isServers) expect(slots[0]! - last).toBeGreaterThanOrEqual(12_500);
			last = slots.at(-1)!;
		}
	});
});
