import type { MessagingEvent, Store } from '../../engine';
import { createEngine, parseWebhook } from '../../engine';
import { INTENT, NOW } from '../support/engine-scene';
import { ACCOUNT, CHANNEL, customerMessage, CUSTOMER, HOUR, MINUTE } from '../support/wire';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	beforeEach(async () => {
		place = placeOf();
		store = await place.open();
	});
	afterEach(() => place.remove());

	const engineAt = (now = NOW) => createEngine({ store, now: () => now });
	const written = (id: string, at = NOW) => parseWebhook(customerMessage({ at, id }), NOW)[0]!;
	const idsIn = async (page?: { after?: number; limit?: number }) =>
		(await store.inbox.read(page)).map(({ event }) => event.id);

	describe('a delivery is taken in once', () => {
		it('a delivery that comes again is known, all of it', async () => {
			const events = [written('a'), written('b')];
			expect(await engineAt().ingest(events)).toMatchObject({ fresh: events, duplicates: 0 });
			expect(await engineAt().ingest(events)).toMatchObject({ fresh: [], duplicates: 2 });
			expect(await idsIn()).toEqual(['message:a', 'message:b']);
		});

		it('a delivery that is partly known gives what is new', async () => {
			await engineAt().ingest([written('a')]);
			expect(await engineAt().ingest([written('a'), written('b')])).toMatchObject({
				fresh: [{ id: 'message:b' }],
				duplicates: 1,
			});
		});

		it('an event twice in one delivery is taken in once, in the place of the first', async () => {
			const events = [written('a'), written('b'), written('a')];
			expect(await engineAt().ingest(events)).toMatchObject({
				fresh: [{ id: 'message:a' }, { id: 'message:b' }],
				duplicates: 1,
			});
		});

		it('reactions come of fresh events only', async () => {
			const event: MessagingEvent = {
				kind: 'handover',
				id: 'h',
				at: NOW,
				account: ACCOUNT,
				channel: CHANNEL,
				raw: {},
				to: 'agent',
				contact: CUSTOMER,
			};
			const reactions = async () => (await engineAt().ingest([event])).reactions.map(({ name }) => name);
			expect(await reactions()).toEqual(['agent-took-over']);
			expect(await reactions()).toEqual([]);
		});

		it.each([
			['5 minutes ahead of its receipt: kept', 5 * MINUTE, 5 * MINUTE],
			['5 minutes and 1 ms ahead: cut', 5 * MINUTE + 1, 5 * MINUTE],
			['a year ahead: cut', 365 * 24 * HOUR, 5 * MINUTE],
			['an hour ago: kept', -HOUR, -HOUR],
		])('an event dated %s', async (_, ahead, kept) => {
			const { fresh } = await engineAt().ingest([{ ...written('a'), at: NOW + ahead }]);
			expect(fresh[0]!.at).toBe(NOW + kept);
		});
	});

	describe('marks and state are in one transaction', () => {
		/** A change that the store cannot take. */
		const impossible = {
			scope: CHANNEL,
			subject: 'x',
			name: 'n',
			at: 1n as unknown as number,
			rank: 1,
			id: 'x',
			value: 1n,
		};

		it('a change that fails in the middle leaves nothing of the delivery', async () => {
			const [first, second] = [written('a'), written('b')];
			const changes = {
				registers: [
					{ scope: CHANNEL, subject: CUSTOMER, name: 'window', at: NOW, rank: 3, id: 'a', value: 'open' },
				],
			};
			const commit = store.commitEvents(
				[
					{ event: first, changes },
					{ event: second, changes: { registers: [impossible] } },
				],
				NOW,
				{ trigger: 't', eventIds: new Set([first.id]), leaseMs: MINUTE },
			);
			await expect(commit).rejects.toThrow();
			expect(await idsIn()).toEqual([]);
			expect(await store.readRegister(CHANNEL, CUSTOMER, 'window')).toBeUndefined();
		});

		it('and the same delivery is fresh when it comes again, and may be started', async () => {
			const event = written('a');
			const start = { trigger: 't', eventIds: new Set([event.id]), leaseMs: MINUTE };
			const broken = store.commitEvents([{ event, changes: { registers: [impossible] } }], NOW, start);
			await expect(broken).rejects.toThrow();
			expect(await store.commitEvents([{ event, changes: {} }], NOW, start)).toEqual([
				{ fresh: true, start: 'start' },
			]);
		});

		it('acts of ours too: all of their changes, or none', async () => {
			const good = {
				scope: CHANNEL,
				subject: CUSTOMER,
				name: 'holder',
				at: NOW,
				rank: 1,
				id: 'a',
				value: 'business',
			};
			await expect(store.apply({ registers: [good, impossible] })).rejects.toThrow();
			expect(await store.readRegister(CHANNEL, CUSTOMER, 'holder')).toBeUndefined();
		});

		it('a known event changes nothing, whatever comes with it', async () => {
			const event = written('a');
			await store.commitEvents([{ event, changes: {} }], NOW);
			const late = {
				scope: CHANNEL,
				subject: CUSTOMER,
				name: 'holder',
				at: NOW,
				rank: 1,
				id: 'a',
				value: 'agent',
			};
			await store.commitEvents([{ event, changes: { registers: [late] } }], NOW);
			expect(await store.readRegister(CHANNEL, CUSTOMER, 'holder')).toBeUndefined();
		});
	});

	describe('the inbox is a log', () => {
		beforeEach(async () => {
			for (let each = 0; each < 250; each += 1)
				await engineAt().ingest([written(`m${each}`, NOW - each * 1_000)]);
		});

		it('in the order of commit, not of the events’ dates, a hundred at a time', async () => {
			const ids = await idsIn();
			expect(ids).toHaveLength(100);
			expect(ids.slice(0, 3)).toEqual(['message:m0', 'message:m1', 'message:m2']);
		});

		it('page by page: every event once', async () => {
			const ids: string[] = [];
			for (let after = 0; ;) {
				const page = await store.inbox.read({ after, limit: 70 });
				if (page.length === 0) break;
				ids.push(...page.map(({ event }) => event.id));
				after = page.at(-1)!.seq;
			}
			expect(ids).toEqual(Array.from({ length: 250 }, (_, each) => `message:m${each}`));
		});

		it('an event comes out as it went in', async () => {
			const event = written('whole');
			await engineAt().ingest([event]);
			expect((await store.inbox.read({ after: 250 }))[0]!.event).toEqual(event);
		});

		it('past the end there is nothing', async () => {
			expect(await idsIn({ after: 250 })).toEqual([]);
		});
	});

	describe('the gateway’s clock is kept for every process', () => {
		const clockOf = (local: number) => createEngine({ store, now: () => local });

		it.each([
			['exactly 5 s: the local clock stays', 5_000, 0],
			['5 s + 1 ms: the gateway’s counts', 5_001, 5_001],
			['5 s + 1 ms behind', -5_001, -5_001],
			['hours', 3 * HOUR, 3 * HOUR],
		])('where the two differ by %s', async (_, difference, offset) => {
			await clockOf(NOW).observeClock(CHANNEL, NOW + difference);
			expect(await clockOf(NOW).now(CHANNEL)).toBe(NOW + offset);
		});

		it('one gateway’s clock is not another’s', async () => {
			await clockOf(NOW).observeClock(CHANNEL, NOW + HOUR);
			expect(await clockOf(NOW).now('other')).toBe(NOW);
			expect(await clockOf(NOW).now()).toBe(NOW);
		});

		it('the last reading counts, also one that sets the clock back', async () => {
			await clockOf(NOW).observeClock(CHANNEL, NOW + 365 * 24 * HOUR);
			await clockOf(NOW + MINUTE).observeClock(CHANNEL, NOW + MINUTE);
			expect(await clockOf(NOW + MINUTE).now(CHANNEL)).toBe(NOW + MINUTE);
		});

		it('decisions are made by it', async () => {
			await engineAt().ingest([written('a')]);
			await clockOf(NOW).observeClock(CHANNEL, NOW + 25 * HOUR);
			expect((await clockOf(NOW).decide(INTENT)).facts.window).toBe('closed');
		});

		it('an event of the gateway’s now is not cut by a local clock that is late', async () => {
			await clockOf(NOW - 3 * HOUR).observeClock(CHANNEL, NOW);
			const { fresh } = await clockOf(NOW - 3 * HOUR).ingest([written('a')]);
			expect(fresh[0]!.at).toBe(NOW);
		});
	});
});
