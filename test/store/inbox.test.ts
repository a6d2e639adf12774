import type { Batch, MessagingEvent, Store, Subscription } from '../../engine';
import { parseWebhook } from '../../engine';
import { NOW } from '../support/engine-scene';
import type { StorePlace } from '../support/stores';
import { ANY_SLOT } from '../support/slots';
import { DATABASES } from '../support/stores';
import { standingClock } from '../support/standing-clock';
import { customerMessage, messageStatus, MINUTE } from '../support/wire';

const LEASE = MINUTE;

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let tokens = 0;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
	});
	afterEach(() => place.remove());

	const message = (id: string, from = 'ada') => parseWebhook(customerMessage({ at: NOW, id, from }), NOW)[0]!;
	const commit = (events: MessagingEvent[], at = NOW) =>
		store.commitEvents(
			events.map((event) => ({ event, changes: {} })),
			at,
		);
	/** Messages of one customer, so that they are all in one partition. */
	const arrive = (...ids: string[]) => commit(ids.map((id) => message(id)));
	const subscribe = (more: Partial<Subscription> = {}) =>
		store.inbox.subscribe({ id: 's', partitions: 4, from: 'now', ...more }, NOW);
	/** Claims when the store's clock says `now`. */
	const claim = (
		{ now = NOW, ...more }: { limit?: number; now?: number; maxWaitMs?: number } = {},
		id = 's',
	) => {
		clock.now = now;
		return store.inbox.claim(id, { limit: 10, leaseMs: LEASE, token: `t${(tokens += 1)}`, ...more });
	};
	const idsOf = (batch: Batch | undefined) =>
		batch?.events.map(({ event }) => event.id.replace('message:', ''));
	const done = (batch: Batch | undefined) => store.inbox.settle(batch!, { kind: 'done' }, NOW);
	const failed = (batch: Batch | undefined, more = {}) =>
		store.inbox.settle(batch!, { kind: 'failed', executionId: '7', error: 'No.', ...more }, NOW);
	const deadLetters = async () =>
		(await store.inbox.deadLetters.list({ subscription: 's' })).map(({ event }) =>
			event.id.replace('message:', ''),
		);

	it('the statuses of a message are found in the order of their commit, and no others', async () => {
		const status = (id: string, name: string) =>
			parseWebhook(messageStatus({ at: NOW, id, status: name }), NOW)[0]!;
		const [sent, read] = [status('wamid.1', 'sent'), status('wamid.1', 'read')];
		const others = ['wamid.1=', 'wamid.1:sent', 'wamid.10', 'Wamid.1'].map((id) => status(id, 'sent'));
		await commit([...others, read, message('wamid.1')]);
		await commit([sent]);
		expect(await store.inbox.statusesOf('wamid.1')).toEqual([read, sent]);
		expect(await store.inbox.statusesOf('wamid')).toEqual([]);
	});

	describe('a subscription is handed every event once', () => {
		it('in the order of their commit, at most as many as asked for', async () => {
			await subscribe();
			await arrive('a', 'b', 'c');
			const first = await claim({ limit: 2 });
			expect(idsOf(first)).toEqual(['a', 'b']);
			expect(first!.repeat).toBe(false);
			await done(first);
			expect(idsOf(await claim({ limit: 2 }))).toEqual(['c']);
		});

		it('nothing more when it has had all', async () => {
			await subscribe();
			await arrive('a');
			await done(await claim());
			expect(await claim()).toBeUndefined();
		});

		it('another subscription is handed them too', async () => {
			await subscribe();
			await subscribe({ id: 'other' });
			await arrive('a');
			await done(await claim());
			expect(idsOf(await claim({}, 'other'))).toEqual(['a']);
		});

		it('a redelivery is handed out no second time', async () => {
			await subscribe();
			await arrive('a');
			await arrive('a', 'b');
			expect(idsOf(await claim())).toEqual(['a', 'b']);
		});

		it('one that nobody made is handed nothing', async () => {
			await arrive('a');
			expect(await claim({}, 'unknown')).toBeUndefined();
		});
	});

	describe('where it begins', () => {
		beforeEach(() => arrive('before'));

		it('now: with what comes after it was made', async () => {
			await subscribe();
			await arrive('after');
			expect(idsOf(await claim())).toEqual(['after']);
		});

		it('a time: with what was received at that time or later', async () => {
			await commit([message('later')], NOW + 1_000);
			await subscribe({ from: NOW + 1_000 });
			expect(idsOf(await claim())).toEqual(['later']);
		});

		it('a time before all: with all that is kept', async () => {
			await subscribe({ from: 0 });
			expect(idsOf(await claim())).toEqual(['before']);
		});

		it('a time after all: like now', async () => {
			await subscribe({ from: NOW + 1 });
			expect(await claim()).toBeUndefined();
			await arrive('after');
			expect(idsOf(await claim())).toEqual(['after']);
		});

		it('where it stood: with what came while it was away', async () => {
			await subscribe();
			await store.inbox.unsubscribe('s');
			await arrive('meanwhile');
			await subscribe({ from: 'where-it-stood' });
			expect(idsOf(await claim())).toEqual(['meanwhile']);
		});

		it('where it stood, for the first time: like now', async () => {
			await subscribe({ from: 'where-it-stood' });
			expect(await claim()).toBeUndefined();
		});

		it('where it stood, for the first time, from a time: with what was received since then', async () => {
			await subscribe({ from: 'where-it-stood', firstFrom: NOW });
			await done(await claim());
			await subscribe({ from: 'where-it-stood', firstFrom: NOW });
			expect(await claim()).toBeUndefined();
		});

		it('a time, made again: what is handed out again has another key', async () => {
			await subscribe({ from: NOW });
			const first = await claim();
			await subscribe({ from: NOW });
			const again = await claim();
			expect(idsOf(again)).toEqual(idsOf(first));
			expect(again!.key).not.toBe(first!.key);
		});

		it('now, made again: what came while it was away is passed over, and so is what was out', async () => {
			await subscribe();
			await arrive('out');
			const out = await claim();
			await subscribe({ from: 'now' });
			expect(await done(out)).toBe(false);
			expect(await claim({ now: NOW + LEASE })).toBeUndefined();
		});
	});

	describe('filters', () => {
		const status = parseWebhook(messageStatus({ at: NOW, status: 'sent', id: 'wamid.9' }), NOW)[0]!;

		it('only the kinds asked for, and what lies between is passed', async () => {
			await subscribe({ kinds: ['message'] });
			await commit([status, message('a')]);
			expect(idsOf(await claim())).toEqual(['a']);
		});

		it('only the channels asked for', async () => {
			await subscribe({ channels: ['elsewhere'] });
			await commit([message('a'), { ...message('b'), channel: 'elsewhere' }]);
			expect(idsOf(await claim())).toEqual(['b']);
		});

		it('where nothing fits, the subscription is behind by nothing', async () => {
			await subscribe({ kinds: ['group'], partitions: 1 });
			await arrive('a', 'b');
			expect(await claim()).toBeUndefined();
			expect((await store.inbox.stats()).subscriptions).toEqual([{ id: 's', lag: 0 }]);
		});
	});

	describe('order within a conversation', () => {
		it('while a batch is out, its conversation waits', async () => {
			await subscribe();
			await arrive('a');
			await claim();
			await arrive('b');
			expect(await claim()).toBeUndefined();
		});

		it('and the conversations of other partitions do not', async () => {
			await subscribe({ partitions: 8 });
			const customers = Array.from({ length: 40 }, (_each, index) => `customer${index}`);
			await commit(customers.map((from) => message(`of-${from}`, from)));
			const batches: Batch[] = [];
			for (let batch = await claim(); batch; batch = await claim()) batches.push(batch);
			expect(batches.length).toBeGreaterThan(1);
			expect(new Set(batches.map(({ partition }) => partition)).size).toBe(batches.length);
			expect(batches.flatMap(idsOf).sort()).toEqual(customers.map((from) => `of-${from}`).sort());
		});

		it('what lies behind many messages of a conversation whose batch is out is found all the same', async () => {
			await subscribe();
			await arrive('first');
			const out = await claim({ limit: 1 });
			const more = Array.from({ length: 200 }, (_each, index) => message(`more-${index}`));
			const others = ['bob', 'cleo', 'dan', 'eve'].map((from) => message(`of-${from}`, from));
			await commit([...more, ...others]);
			const partitions = new Set([out!.partition]);
			for (let batch = await claim({ limit: 4 }); batch; batch = await claim({ limit: 4 })) {
				expect(partitions).not.toContain(batch.partition);
				partitions.add(batch.partition);
			}
			expect(partitions.size).toBeGreaterThan(1);
		});

		it('the messages of one customer are in one partition', async () => {
			await subscribe({ partitions: 16 });
			for (const id of ['a', 'b', 'c']) await arrive(id);
			expect(idsOf(await claim())).toEqual(['a', 'b', 'c']);
		});
	});

	describe('waiting for a full batch', () => {
		it('one that is not full waits for its time', async () => {
			await subscribe();
			await arrive('a');
			expect(await claim({ maxWaitMs: 1_000, now: NOW + 999 })).toBeUndefined();
			expect(idsOf(await claim({ maxWaitMs: 1_000, now: NOW + 1_000 }))).toEqual(['a']);
		});

		it('a full one does not', async () => {
			await subscribe();
			await arrive('a', 'b');
			expect(idsOf(await claim({ maxWaitMs: 1_000, limit: 2 }))).toEqual(['a', 'b']);
		});
	});

	describe('an end that is not known', () => {
		it('the batch is nobody else’s until its lease has run out, and then comes again, marked', async () => {
			await subscribe();
			await arrive('a', 'b');
			const first = await claim();
			await arrive('c');
			expect(await claim({ now: NOW + LEASE - 1 })).toBeUndefined();
			const again = await claim({ now: NOW + LEASE });
			expect(idsOf(again)).toEqual(['a', 'b']);
			expect(again).toMatchObject({ repeat: true });
			expect(again!.key).not.toBe(first!.key);
		});

		it('who comes too late settles nothing', async () => {
			await subscribe();
			await arrive('a');
			const first = await claim();
			const again = await claim({ now: NOW + LEASE });
			expect(await done(first)).toBe(false);
			expect(await failed(first)).toBe(false);
			expect(await store.inbox.renew(first!, LEASE, NOW)).toBe(false);
			expect(await done(again)).toBe(true);
			expect(await deadLetters()).toEqual([]);
		});

		it('a lease that is renewed lasts', async () => {
			await subscribe();
			await arrive('a');
			const batch = await claim();
			expect(await store.inbox.renew(batch!, 2 * LEASE, NOW)).toBe(true);
			expect(await claim({ now: NOW + 2 * LEASE - 1 })).toBeUndefined();
			expect(await done(batch)).toBe(true);
		});

		it('what was never begun is handed out as if for the first time', async () => {
			await subscribe();
			await arrive('a');
			await store.inbox.settle((await claim())!, { kind: 'released' }, NOW);
			expect(await claim()).toMatchObject({ repeat: false });
		});

		it('a repeat that is released stays a repeat', async () => {
			await subscribe();
			await arrive('a');
			await claim();
			await store.inbox.settle((await claim({ now: NOW + LEASE }))!, { kind: 'released' }, NOW);
			expect(await claim({ now: NOW + LEASE })).toMatchObject({ repeat: true });
		});
	});

	describe('an execution that failed', () => {
		beforeEach(() => subscribe());

		it('its events are dead letters, with the execution and the error, and the next batch comes', async () => {
			await arrive('a', 'b');
			await failed(await claim());
			const [letter] = await store.inbox.deadLetters.list({ subscription: 's' });
			expect(letter).toMatchObject({ executionId: '7', error: 'No.', at: NOW, replaying: false });
			expect(await deadLetters()).toEqual(['a', 'b']);
			await arrive('c');
			expect(idsOf(await claim())).toEqual(['c']);
		});

		it('with three tries, it comes twice more, marked', async () => {
			await arrive('a');
			await failed(await claim(), { tries: 3 });
			const second = await claim();
			expect(second).toMatchObject({ repeat: true });
			await failed(second, { tries: 3 });
			expect(await deadLetters()).toEqual([]);
			await failed(await claim(), { tries: 3 });
			expect(await deadLetters()).toEqual(['a']);
		});

		it.each([
			['the first', 'a'],
			['one in the middle', 'd'],
			['the last', 'g'],
		])('in halves, only what poisons the batch becomes a dead letter: %s', async (_name, poison) => {
			await arrive('a', 'b', 'c', 'd', 'e', 'f', 'g');
			const well: string[] = [];
			for (let batch = await claim(); batch; batch = await claim()) {
				const ids = idsOf(batch)!;
				expect(batch.repeat).toBe(batch.events.length < 7);
				if (ids.includes(poison)) {
					await failed(batch, { inHalves: true, tries: 2 });
				} else {
					well.push(...ids);
					await done(batch);
				}
			}
			expect(await deadLetters()).toEqual([poison]);
			expect(well).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'].filter((id) => id !== poison));
		});
	});

	describe('dead letters', () => {
		beforeEach(async () => {
			await subscribe();
			await arrive('a', 'b', 'c');
			await failed(await claim());
		});
		const letters = () => store.inbox.deadLetters.list({ subscription: 's' });

		it('are listed page by page', async () => {
			const [first] = await store.inbox.deadLetters.list({ subscription: 's', limit: 1 });
			const rest = await store.inbox.deadLetters.list({ subscription: 's', after: first!.seq });
			expect([first!, ...rest].map(({ event }) => event.id)).toEqual(['message:a', 'message:b', 'message:c']);
		});

		it('replayed ones come again as a repeat, and are gone when it went well', async () => {
			expect(await store.inbox.deadLetters.replay('s')).toBe(3);
			const batch = await claim();
			expect(idsOf(batch)).toEqual(['a', 'b', 'c']);
			expect(batch).toMatchObject({ repeat: true });
			expect(await claim()).toBeUndefined();
			expect(await done(batch)).toBe(true);
			expect(await letters()).toEqual([]);
		});

		it('one is replayed on its own, and is one again when it fails again', async () => {
			const [first] = await letters();
			expect(await store.inbox.deadLetters.replay('s', [first!.seq])).toBe(1);
			await failed(await claim(), { executionId: '8' });
			expect((await letters()).map(({ executionId }) => executionId)).toEqual(['8', '7', '7']);
			expect(await claim()).toBeUndefined();
		});

		it('a replay whose end is not known comes again', async () => {
			await store.inbox.deadLetters.replay('s');
			await claim();
			expect(await claim({ now: NOW + LEASE - 1 })).toBeUndefined();
			expect(idsOf(await claim({ now: NOW + LEASE }))).toEqual(['a', 'b', 'c']);
		});

		it('dropped ones are gone: these, or all', async () => {
			const [first] = await letters();
			expect(await store.inbox.deadLetters.drop('s', [first!.seq])).toBe(1);
			expect(await deadLetters()).toEqual(['b', 'c']);
			expect(await store.inbox.deadLetters.drop('s')).toBe(2);
			expect(await deadLetters()).toEqual([]);
		});

		it('are counted for each subscription, by the name that people call it, also when it has ended', async () => {
			expect((await store.inbox.stats()).failing).toEqual([{ id: 's', deadLetters: 3 }]);
			await subscribe({ name: 'Support: Inbox', from: 'where-it-stood' });
			await store.inbox.unsubscribe('s');
			expect(await store.inbox.stats()).toMatchObject({
				deadLetters: 3,
				failing: [{ id: 's', name: 'Support: Inbox', deadLetters: 3 }],
				subscriptions: [],
			});
		});

		it('of another subscription stay', async () => {
			expect(await store.inbox.deadLetters.drop('other')).toBe(0);
			expect(await store.inbox.deadLetters.replay('other')).toBe(0);
			expect(await deadLetters()).toEqual(['a', 'b', 'c']);
		});
	});

	it('of several that claim at once, each is handed another batch', async () => {
		await subscribe({ partitions: 8 });
		const others = await Promise.all([place.open(clock), place.open(clock), place.open(clock)]);
		const customers = Array.from({ length: 64 }, (_each, index) => `customer${index}`);
		await commit(customers.map((from) => message(`of-${from}`, from)));
		const batches = await Promise.all(
			[store, ...others, store, ...others].map((handle, index) =>
				handle.inbox.claim('s', { limit: 100, leaseMs: LEASE, token: `p${index}` }),
			),
		);
		const ids = batches.flatMap((batch) => idsOf(batch) ?? []);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('writers in several processes: a reader passes no event that commits later', async () => {
		const writers = await Promise.all([place.open(), place.open(), place.open()]);
		const expected = 150;
		const read: string[] = [];
		const writing = Promise.all(
			writers.map(async (writer, number) => {
				for (let each = 0; each < expected / 3; each += 1) {
					const event = message(`w${number}-${each}`, `c${each}`);
					await writer.commitEvents([{ event, changes: {} }], NOW);
				}
			}),
		);
		for (let after = 0; read.length < expected;) {
			const page = await store.inbox.read({ after });
			read.push(...page.map(({ event }) => event.id));
			after = page.at(-1)?.seq ?? after;
			await new Promise((resolve) => setImmediate(resolve));
		}
		await writing;
		expect(new Set(read).size).toBe(expected);
	});

	describe('the newest, for a look that moves nothing', () => {
		it('oldest first, of the kinds and channels asked for', async () => {
			await arrive('a', 'b', 'c');
			const seen = await store.inbox.newest({ limit: 2, kinds: ['message'] });
			expect(seen.map(({ event }) => event.id)).toEqual(['message:b', 'message:c']);
			expect(await store.inbox.newest({ limit: 2, channels: ['elsewhere'] })).toEqual([]);
		});
	});

	describe('what is kept', () => {
		const OLD = NOW - 10 * MINUTE;
		const prune = (at = NOW) => store.prune({ events: at, sends: at });

		it('older events go, with their marks; those of that very time stay', async () => {
			await commit([message('old')], OLD);
			await commit([message('new')], NOW);
			expect(await prune()).toBe(1);
			expect((await store.inbox.read()).map(({ event }) => event.id)).toEqual(['message:new']);
			expect(await commit([message('old')], NOW)).toEqual([{ fresh: true }]);
		});

		it('numbers go on after everything was forgotten', async () => {
			await commit([message('old')], OLD);
			const [{ seq } = { seq: 0 }] = await store.inbox.read();
			await prune();
			await arrive('new');
			expect((await store.inbox.read())[0]!.seq).toBeGreaterThan(seq);
		});

		it('what a living subscription has not settled stays', async () => {
			await subscribe();
			await commit([message('old')], OLD);
			expect(await prune()).toBe(0);
			await done(await claim());
			expect(await claim()).toBeUndefined();
			expect(await prune()).toBe(1);
		});

		it.each([
			['was ended', () => store.inbox.unsubscribe('s'), NOW],
			['was not seen for that long', () => Promise.resolve(), NOW + MINUTE],
		])('one that %s holds nothing back', async (_name, end, until) => {
			await subscribe();
			await commit([message('old')], OLD);
			await end();
			expect(await prune(until)).toBe(1);
		});

		it('one that one of its readers ended, and another reads on, holds back what it has not settled', async () => {
			await subscribe();
			await store.inbox.unsubscribe('s');
			await commit([message('old')], OLD);
			await claim();
			expect(await prune()).toBe(0);
			expect((await store.inbox.stats()).subscriptions).toEqual([expect.objectContaining({ id: 's' })]);
		});

		it('sends that have ended go; one whose end is not known stays', async () => {
			const send = { channel: 'c', contact: 'ada', action: 'freeform', state: 'sending', at: OLD } as const;
			await store.sends.begin({ ...send, key: 'ended' }, ANY_SLOT);
			await store.sends.end('ended', { state: 'accepted', messageId: 'wamid.1' });
			await store.sends.begin({ ...send, key: 'open' }, ANY_SLOT);
			await prune();
			expect(await store.sends.find('ended')).toBeUndefined();
			expect(await store.sends.find('open')).toBeDefined();
		});
	});

	it('how full it is: events, the oldest, dead letters, and how far each subscription is behind', async () => {
		const none = { deadLetters: 0, failing: [] };
		expect(await store.inbox.stats()).toEqual({ events: 0, newestSeq: 0, ...none, subscriptions: [] });
		await subscribe({ partitions: 1 });
		await commit([message('a')], NOW - MINUTE);
		await arrive('b');
		expect(await store.inbox.stats()).toEqual({
			events: 2,
			oldestAt: NOW - MINUTE,
			newestSeq: 2,
			...none,
			subscriptions: [{ id: 's', lag: 2, oldestAt: NOW - MINUTE }],
		});
		await failed(await claim());
		expect(await store.inbox.stats()).toMatchObject({
			deadLetters: 2,
			subscriptions: [{ id: 's', lag: 0 }],
		});
	});
});
