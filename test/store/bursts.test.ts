import type { Batch, Burst, Gathering, MessagingEvent, Store } from '../../engine';
import { conversationOf, createEngine, parseWebhook } from '../../engine';
import { BURST_BYTES } from '../../store/tables/bursts';
import { NOW } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, customerMessage, DAY, delivery, GROUP, HOUR, MINUTE, SECOND } from '../support/wire';

const SILENCE = 8 * SECOND;
const AT_MOST = MINUTE;
const LEASE = 20 * SECOND;
const ADA = '4917011111111';
const BOB = '4917022222222';

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let numbers = 0;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
	});
	afterEach(() => place.remove());

	const number = () => String((numbers += 1));
	const message = (id: string, from = ADA, more = {}) =>
		parseWebhook(customerMessage({ at: clock.now, id, from, ...more }), clock.now)[0]!;

	interface Waiting {
		trigger?: string;
		withAnswers?: boolean;
		atOnce?: boolean;
		silenceMs?: number;
		atMostMs?: number;
	}

	const gathering = (events: MessagingEvent[], { atOnce = false, ...more }: Waiting = {}): Gathering => ({
		silenceMs: SILENCE,
		atMostMs: AT_MOST,
		...more,
		events: new Map(events.map(({ id }) => [id, { burst: `burst-${number()}`, atOnce }])),
	});

	/** A delivery of messages that wait, as a trigger receives it. Returns what became of each. */
	async function arrive(events: MessagingEvent[], waiting: Waiting = {}) {
		const { trigger = 't' } = waiting;
		const { starts } = await createEngine({ store, now: () => clock.now }).ingest(events, {
			start: { trigger, eventIds: new Set(), gather: gathering(events, waiting) },
		});
		return starts.map(({ state }) => state);
	}

	const write = (id: string, { from, ...waiting }: Waiting & { from?: string } = {}) =>
		arrive([message(id, from)], waiting);
	const claim = (reader = 't', more: { limit?: number; token?: string } = {}) =>
		store.bursts.claim(reader, { limit: 10, leaseMs: LEASE, token: `token-${number()}`, ...more });
	const idsOf = (bursts: Burst[]) =>
		bursts.map(({ events }) => events.map(({ event }) => event.id.replace('message:', '')));
	const claimed = async (reader?: string) => idsOf(await claim(reader));

	describe('a burst that is full', () => {
		const ids = (from: number, to: number) =>
			Array.from({ length: to - from }, (_each, index) => String(from + index));
		const flood = (from: number, to: number) => arrive(ids(from, to).map((id) => message(id)));
		/** A message that fills so much of a burst. */
		const long = (id: string, part: number) =>
			parseWebhook(
				customerMessage({ at: clock.now, id, from: ADA, text: 'x'.repeat((part * BURST_BYTES) / 2) }),
				clock.now,
			)[0]!;

		it('takes 100 messages, which wait for silence', async () => {
			await flood(0, 99);
			await flood(99, 100);
			expect(await claimed()).toEqual([]);
			clock.now += SILENCE;
			expect(await claimed()).toEqual([ids(0, 100)]);
		});

		it('is handed out at once when one more comes, which opens the next, and nothing is lost', async () => {
			await flood(0, 100);
			await flood(100, 101);
			const [first] = await claim();
			expect(idsOf([first!])).toEqual([ids(0, 100)]);
			clock.now += SILENCE;
			expect(await claimed()).toEqual([]);
			await store.bursts.begin(first!.id);
			expect(await claimed()).toEqual([['100']]);
		});

		it('is one of several if a delivery brings more, in their order', async () => {
			await flood(0, 350);
			clock.now += SILENCE;
			const handedOut: string[][] = [];
			for (let [burst] = await claim(); burst; [burst] = await claim()) {
				handedOut.push(...idsOf([burst]));
				await store.bursts.begin(burst.id);
			}
			expect(handedOut).toEqual([ids(0, 100), ids(100, 200), ids(200, 300), ids(300, 350)]);
		});

		it('takes no message that would make it larger than 1 MB, except alone', async () => {
			await arrive([long('a', 0.4)]);
			await arrive([long('b', 0.4)]);
			await arrive([long('c', 0.4)]);
			await arrive([long('d', 3)]);
			await arrive([long('e', 0.1)]);
			clock.now += SILENCE;
			const handedOut: string[][] = [];
			for (let [burst] = await claim(); burst; [burst] = await claim()) {
				handedOut.push(...idsOf([burst]));
				await store.bursts.begin(burst.id);
			}
			expect(handedOut).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
		});
	});

	describe('a message that an execution waits for', () => {
		const ofExecution = (id: string) => ({ id, resumeUrl: `http://n8n/${id}` });
		const executionWaits = (id: string) =>
			store.waits.ask(
				{
					...ofExecution(id),
					token: `token-${id}`,
					channel: CHANNEL,
					contact: ADA,
					question: { kind: 'text' },
					askedAt: clock.now,
				},
				clock.now,
			);

		it('waits in no burst: if that execution does not take it, it starts the trigger at once', async () => {
			await executionWaits('w');
			expect(await write('a')).toEqual(['start']);
			clock.now += SILENCE;
			expect(await claim()).toEqual([]);
		});

		it('waits in one if the trigger gets answers, too', async () => {
			await executionWaits('w');
			expect(await write('a', { withAnswers: true })).toEqual(['gathered']);
		});

		it('waits in one if the wait has ended', async () => {
			await executionWaits('w');
			await store.waits.drop(ofExecution('w'));
			expect(await write('a')).toEqual(['gathered']);
		});

		it('starts the trigger when it comes again before it is clear who takes it', async () => {
			await executionWaits('w');
			await write('a');
			await store.settleStarts('t', ['message:a'], 'released');
			expect(await write('a')).toEqual(['start']);
		});

		it('waits in a burst when it comes again after the wait has ended', async () => {
			await executionWaits('w');
			await write('a');
			await store.settleStarts('t', ['message:a'], 'released');
			await store.waits.drop(ofExecution('w'));
			expect(await write('a')).toEqual(['gathered']);
		});

		it('of another customer waits', async () => {
			await executionWaits('w');
			expect(await write('a', { from: BOB })).toEqual(['gathered']);
		});
	});

	describe('a burst', () => {
		it('is due when its customer has been silent for so long, and not a moment before', async () => {
			await write('a');
			clock.now += SILENCE - 1;
			expect(await claim()).toEqual([]);
			clock.now += 1;
			expect(await claimed()).toEqual([['a']]);
		});

		it('takes further messages, each of which begins the silence anew', async () => {
			await write('a');
			clock.now += SILENCE - 1;
			await write('b');
			clock.now += SILENCE - 1;
			expect(await claim()).toEqual([]);
			clock.now += 1;
			expect(await claimed()).toEqual([['a', 'b']]);
		});

		it('never waits longer than it may after its first message', async () => {
			for (let index = 0; index < AT_MOST / (SILENCE / 2); index += 1) {
				await write(`m${index}`);
				clock.now += SILENCE / 2;
				if (clock.now < NOW + AT_MOST) expect(await claim()).toEqual([]);
			}
			expect((await claimed())[0]).toHaveLength(AT_MOST / (SILENCE / 2));
		});

		it('is due at once with a message that ends the wait, and the messages before it', async () => {
			await write('a');
			clock.now += 1;
			await write('b', { atOnce: true });
			expect(await claimed()).toEqual([['a', 'b']]);
		});

		it('that is due stays due when another message comes before it is handed out', async () => {
			await write('a', { atOnce: true });
			clock.now += 1;
			await write('b');
			expect(await claimed()).toEqual([['a', 'b']]);
		});

		it('has one conversation only', async () => {
			await write('a');
			await write('b', { from: BOB });
			clock.now += SILENCE;
			expect((await claimed()).sort()).toEqual([['a'], ['b']]);
		});

		it('has its messages in the order in which they were written', async () => {
			const [first, second] = [message('first'), ((clock.now += SECOND), message('second'))];
			await arrive([second]);
			await arrive([first]);
			clock.now += SILENCE;
			expect(await claimed()).toEqual([['first', 'second']]);
		});

		it('has what all members of a group write there', async () => {
			await arrive([message('a', ADA, { group: GROUP })]);
			await arrive([message('b', BOB, { group: GROUP })]);
			await arrive([message('c', BOB)]);
			clock.now += SILENCE;
			expect((await claimed()).sort()).toEqual([['a', 'b'], ['c']]);
		});

		it('belongs to one trigger: another one has its own of the same messages', async () => {
			await write('a');
			await write('a', { trigger: 'other', silenceMs: 1 });
			clock.now += 1;
			expect([await claimed(), await claimed('other')]).toEqual([[], [['a']]]);
		});

		it('counts by the wait that holds when a message comes', async () => {
			await write('a');
			clock.now += 1;
			await write('b', { silenceMs: HOUR, atMostMs: 2 * HOUR });
			clock.now += AT_MOST;
			expect(await claim()).toEqual([]);
			clock.now = NOW + 1 + HOUR;
			expect(await claimed()).toEqual([['a', 'b']]);
		});

		it('is due if the clock has been set back since it was written', async () => {
			await write('a');
			clock.now -= HOUR;
			expect(await claimed()).toEqual([['a']]);
		});
	});

	describe('an event', () => {
		it('waits once for a trigger, however often it is delivered', async () => {
			expect(await write('a')).toEqual(['gathered']);
			expect(await write('a')).toEqual(['confirmed']);
			clock.now += SILENCE;
			expect(await claimed()).toEqual([['a']]);
		});

		it('that was in a burst before opens no other one', async () => {
			await write('a', { atOnce: true });
			const [burst] = await claim();
			await store.bursts.begin(burst!.id);
			expect(await write('a')).toEqual(['confirmed']);
			expect(await store.bursts.any('t')).toBe(false);
		});

		it('that started an execution of the trigger before does not wait', async () => {
			const event = message('a');
			const engine = createEngine({ store, now: () => clock.now });
			await engine.ingest([event], { start: { trigger: 't', eventIds: new Set([event.id]) } });
			await store.settleStarts('t', [event.id], 'confirmed');
			expect(await arrive([event])).toEqual(['confirmed']);
			expect(await store.bursts.any('t')).toBe(false);
		});

		it('waits with all that a delivery has of its conversation, in one burst', async () => {
			const states = await arrive([message('a'), message('b'), message('c', BOB)]);
			expect(states).toEqual(['gathered', 'gathered', 'gathered']);
			clock.now += SILENCE;
			expect((await claimed()).sort()).toEqual([['a', 'b'], ['c']]);
		});
	});

	describe('a customer with several names', () => {
		const USER = 'US.13491208655302741918';
		const written = (id: string, ids: object) => {
			const timestamp = String(clock.now / SECOND);
			const value = {
				metadata: { phone_number_id: CHANNEL },
				messages: [{ id, timestamp, type: 'text', text: { body: id }, ...ids }],
			};
			return parseWebhook(delivery('messages', value), clock.now)[0]!;
		};

		it('has one burst, although the names are learned while it waits', async () => {
			await arrive([written('by-user', { from_user_id: USER })]);
			await arrive([written('by-both', { from: ADA, from_user_id: USER })]);
			await arrive([written('by-phone', { from: ADA })]);
			clock.now += SILENCE;
			expect(await claimed()).toEqual([['by-user', 'by-both', 'by-phone']]);
		});

		it('stays another customer than the next owner of the number', async () => {
			await arrive([written('former', { from: ADA, from_user_id: USER })]);
			await arrive([written('next', { from: ADA, from_user_id: 'US.23491208655302741919' })]);
			clock.now += SILENCE;
			expect((await claimed()).sort()).toEqual([['former'], ['next']]);
		});
	});

	describe('handed out', () => {
		it('a burst is nobody else’s until its lease has run out', async () => {
			await write('a', { atOnce: true });
			expect(await claimed()).toEqual([['a']]);
			clock.now += LEASE - 1;
			expect(await claim()).toEqual([]);
			clock.now += 1;
			expect(await claimed()).toEqual([['a']]);
		});

		it('it is kept for as long as the reader says so', async () => {
			await write('a', { atOnce: true });
			const [burst] = await claim('t', { token: 'mine' });
			clock.now += LEASE - 1;
			expect(await store.bursts.keep([burst!.id], { token: 'mine', leaseMs: LEASE })).toEqual([burst!.id]);
			clock.now += LEASE - 1;
			expect(await claim()).toEqual([]);
		});

		it('a reader that lost it is told so', async () => {
			await write('a', { atOnce: true });
			const [burst] = await claim('t', { token: 'mine' });
			clock.now += LEASE;
			await claim('t', { token: 'theirs' });
			expect(await store.bursts.keep([burst!.id], { token: 'mine', leaseMs: LEASE })).toEqual([]);
		});

		it('it takes no more messages: they open the next one, also when its lease has run out', async () => {
			await write('a', { atOnce: true });
			await claim();
			clock.now += LEASE;
			await write('b', { atOnce: true });
			expect(await claimed()).toEqual([['a']]);
		});

		it('the next one of the conversation follows when it has begun', async () => {
			await write('a', { atOnce: true });
			const [burst] = await claim();
			await write('b', { atOnce: true });
			expect(await claim()).toEqual([]);
			await store.bursts.begin(burst!.id);
			expect(await claimed()).toEqual([['b']]);
		});

		it('it begins once, whoever begins it', async () => {
			await write('a', { atOnce: true });
			const [burst] = await claim();
			clock.now += LEASE;
			const [again] = await claim();
			expect(again!.id).toBe(burst!.id);
			expect(again!.key).not.toBe(burst!.key);
			expect(await Promise.all([store.bursts.begin(burst!.id), store.bursts.begin(again!.id)])).toEqual(
				expect.arrayContaining([true, false]),
			);
		});

		it('several processes that claim at once get different ones', async () => {
			const other = await place.open(clock);
			for (let index = 0; index < 20; index += 1)
				await write(`m${index}`, { from: `49170${1_000_000 + index}`, atOnce: true });
			const claimOf = (of: Store) => of.bursts.claim('t', { limit: 20, leaseMs: LEASE, token: number() });
			const found = (await Promise.all([claimOf(store), claimOf(other)])).flat();
			expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
			expect(found).toHaveLength(20);
		});

		it('those that are due longest come first', async () => {
			await write('late', { silenceMs: 3 });
			await write('early', { from: BOB, silenceMs: 1 });
			await write('between', { from: '4917033333333', silenceMs: 2 });
			clock.now += 3;
			expect(idsOf(await claim('t', { limit: 1 }))).toEqual([['early']]);
		});

		it('nothing is lost if a message comes while the burst is claimed', async () => {
			const other = await place.open(clock);
			const seen: string[] = [];
			for (let round = 0; round < 20; round += 1) {
				await write(`a${round}`, { atOnce: true });
				const late = message(`b${round}`);
				const [first] = await Promise.all([
					other.bursts.claim('t', { limit: 9, leaseMs: LEASE, token: number() }),
					arrive([late], { atOnce: true }),
				]);
				for (const { id } of first) await store.bursts.begin(id);
				const second = await claim();
				for (const { id } of second) await store.bursts.begin(id);
				seen.push(...idsOf([...first, ...second]).flat());
			}
			expect(seen.sort()).toEqual(
				Array.from({ length: 20 }, (_each, round) => [`a${round}`, `b${round}`])
					.flat()
					.sort(),
			);
		});
	});

	describe('in a subscription', () => {
		const subscribe = () =>
			store.inbox.subscribe({ id: 's', partitions: 4, from: 'now', kinds: ['message'] }, NOW);
		const commit = (events: MessagingEvent[]) =>
			store.commitEvents(
				events.map((event) => ({ event, changes: {} })),
				clock.now,
			);
		const claimLog = () => store.inbox.claim('s', { limit: 10, leaseMs: LEASE, token: number() });
		const claimBursts = (limit = 10) =>
			store.inbox.claimBursts('s', { limit, leaseMs: LEASE, token: number() });
		const eventsOf = (batch: Batch | undefined) =>
			batch?.events.map(({ event }) => event.id.replace('message:', '')).sort();
		const settle = (batch: Batch | undefined, end: Parameters<Store['inbox']['settle']>[1]) =>
			store.inbox.settle(batch!, end, NOW);

		/** Gathers all that is in the log. */
		async function gatherAll(waiting: Waiting = {}): Promise<void> {
			for (let batch = await claimLog(); batch; batch = await claimLog()) {
				const into = gathering(
					batch.events.map(({ event }) => event),
					waiting,
				);
				expect(await store.inbox.gather(batch, into, clock.now)).toBe(true);
			}
		}

		it('gathering moves the cursor, and the messages of each conversation come together', async () => {
			await subscribe();
			await commit([message('a'), message('b', BOB)]);
			await gatherAll();
			await commit([message('c')]);
			await gatherAll();
			expect((await store.inbox.stats()).subscriptions).toMatchObject([{ id: 's', lag: 0 }]);
			expect(await claimBursts()).toBeUndefined();
			clock.now += SILENCE;
			const batch = await claimBursts();
			expect(eventsOf(batch)).toEqual(['a', 'b', 'c']);
			const ofAda = batch!.events.filter(({ event }) => 'contact' in event && event.contact === ADA);
			expect(new Set(ofAda.map(({ burst }) => burst)).size).toBe(1);
			expect(new Set(batch!.events.map(({ burst }) => burst)).size).toBe(2);
			expect(batch!.repeat).toBe(false);
		});

		it('a reader that was too slow gathers nothing', async () => {
			await subscribe();
			await commit([message('a')]);
			const slow = await claimLog();
			clock.now += LEASE;
			await gatherAll({ atOnce: true });
			const events = slow!.events.map(({ event }) => event);
			expect(await store.inbox.gather(slow!, gathering(events), clock.now)).toBe(false);
			expect(eventsOf(await claimBursts())).toEqual(['a']);
		});

		it('what was handed out and not settled comes again, marked', async () => {
			await subscribe();
			await commit([message('a')]);
			await gatherAll({ atOnce: true });
			await claimBursts();
			clock.now += LEASE;
			const again = await claimBursts();
			expect([eventsOf(again), again!.repeat]).toEqual([['a'], true]);
		});

		it('what went well is gone', async () => {
			await subscribe();
			await commit([message('a')]);
			await gatherAll({ atOnce: true });
			expect(await settle(await claimBursts(), { kind: 'done' })).toBe(true);
			expect(await store.bursts.any('s')).toBe(false);
			expect(await place.rows('burst_event')).toEqual([]);
		});

		it('what was never begun waits on, and takes further messages', async () => {
			await subscribe();
			await commit([message('a')]);
			await gatherAll({ atOnce: true });
			await settle(await claimBursts(), { kind: 'released' });
			await commit([message('b')]);
			await gatherAll();
			const batch = await claimBursts();
			expect([eventsOf(batch), batch!.repeat]).toEqual([['a', 'b'], false]);
		});

		const deadLetters = async () =>
			(await store.inbox.deadLetters.list({ subscription: 's' })).map(({ event }) =>
				event.id.replace('message:', ''),
			);

		it('what fails becomes dead letters', async () => {
			await subscribe();
			await commit([message('a'), message('b')]);
			await gatherAll({ atOnce: true });
			await settle(await claimBursts(), { kind: 'failed', error: 'No.' });
			expect(await deadLetters()).toEqual(['a', 'b']);
			expect(await store.bursts.any('s')).toBe(false);
		});

		it('what may be tried several times comes again before', async () => {
			await subscribe();
			await commit([message('a')]);
			await gatherAll({ atOnce: true });
			const failed = { kind: 'failed', tries: 2 } as const;
			await settle(await claimBursts(), failed);
			expect(await deadLetters()).toEqual([]);
			const again = await claimBursts();
			expect(again!.repeat).toBe(true);
			await settle(again, failed);
			expect(await deadLetters()).toEqual(['a']);
		});

		it('what fails with others is tried in halves, until only its own conversation fails', async () => {
			await subscribe();
			const customers = [ADA, BOB, '4917033333333', '4917044444444'];
			await commit(customers.map((from, index) => message(`m${index}`, from)));
			await gatherAll({ atOnce: true });
			for (let batch = await claimBursts(); batch; batch = await claimBursts()) {
				const isBad = eventsOf(batch)!.includes('m1');
				await settle(batch, isBad ? { kind: 'failed', inHalves: true } : { kind: 'done' });
			}
			expect(await deadLetters()).toEqual(['m1']);
		});
	});

	describe('erasing a customer', () => {
		it('erases what waits, and counts it', async () => {
			await write('a');
			const erased = await store.customers.erase({ channel: CHANNEL, name: ADA });
			expect(erased).toMatchObject({ bursts: 1, events: 1 });
			expect([await place.rows('burst'), await place.rows('burst_event')]).toEqual([[], []]);
		});

		it('erases only their messages from what a group wrote', async () => {
			await arrive([message('a', ADA, { group: GROUP })]);
			await arrive([message('b', BOB, { group: GROUP })]);
			await store.customers.erase({ channel: CHANNEL, name: ADA });
			clock.now += SILENCE;
			expect(await claimed()).toEqual([['b']]);
		});

		it('a redelivery of what was erased waits for nothing', async () => {
			await write('a');
			await store.customers.erase({ channel: CHANNEL, name: ADA });
			expect(await write('a')).toEqual(['confirmed']);
			expect(await store.bursts.any('t')).toBe(false);
		});

		it('an export has what waits', async () => {
			const event = message('a');
			await arrive([event]);
			const { bursts } = await store.customers.export({ channel: CHANNEL, name: ADA });
			expect(bursts).toEqual([
				{
					trigger: 't',
					contact: conversationOf(event as never),
					openedAt: NOW,
					dueAt: NOW + SILENCE,
					events: ['message:a'],
				},
			]);
		});
	});

	describe('forgetting', () => {
		const prune = (events: number) => store.prune({ events, sends: 0 });

		it('keeps an event for as long as a burst has it', async () => {
			await write('a', { silenceMs: 10 * DAY, atMostMs: 10 * DAY });
			await prune(NOW + DAY);
			clock.now += 10 * DAY;
			expect(await claimed()).toEqual([['a']]);
		});

		it('forgets a burst that nobody took for as long as events are kept, and then its events', async () => {
			await write('a');
			await prune(NOW + SILENCE);
			expect(await store.bursts.any('t')).toBe(true);
			await prune(NOW + SILENCE + 1);
			expect(await store.bursts.any('t')).toBe(false);
			expect([await place.rows('burst_event'), await place.rows('inbox')]).toEqual([[], []]);
		});
	});
});
