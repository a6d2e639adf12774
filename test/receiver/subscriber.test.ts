import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { systemRuntime } from '../../base';
import type { Batch, BatchEnd, Store } from '../../engine';
import { parseWebhook } from '../../engine';
import type { Incident, Subscriber, SubscriberOptions } from '../../receiver';
import { startSubscriber } from '../../receiver';
import { bundled } from '../support/bundle';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { customerMessage, DAY, messageStatus } from '../support/wire';
import { openTestClock, type TestClock } from '../support/test-clock';
import { turns, until } from '../support/until';

type End = BatchEnd | undefined;
const DONE: BatchEnd = { kind: 'done' };
const LONG = 60_000;

/** An end that comes when it is released. */
function hold() {
	let resolve: (end: BatchEnd) => void = () => {};
	const promise = new Promise<BatchEnd>((settle) => (resolve = settle));
	return { promise, resolve };
}

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let subscribers: Subscriber[];
	/** What was handed out, in its order. */
	let batches: Batch[];
	beforeEach(async () => {
		place = placeOf();
		store = await place.open();
		[subscribers, batches] = [[], []];
	});
	afterEach(async () => {
		await Promise.all(subscribers.map((subscriber) => subscriber.close(0)));
		await place.remove();
	});

	const message = (id: string, from = 'ada') =>
		parseWebhook(customerMessage({ at: Date.now(), id, from }))[0]!;
	/** Takes messages in: `id` of one customer, or `id/customer`. */
	const arrive = (...messages: string[]) =>
		store.commitEvents(
			messages.map((written) => {
				const [id, from] = written.split('/');
				return { event: message(id!, from), changes: {} };
			}),
			Date.now(),
		);
	const idsOf = ({ events }: Batch) => events.map(({ event }) => event.id.replace('message:', ''));
	const handedOut = () => batches.flatMap(idsOf);
	const deadLetters = async (subscription = 's') =>
		(await store.inbox.deadLetters.list({ subscription })).map(({ event, ...rest }) => ({
			...rest,
			id: event.id.replace('message:', ''),
		}));

	async function subscribe(
		end: (batch: Batch) => End | Promise<End> = () => DONE,
		{
			subscription,
			...more
		}: Partial<Omit<SubscriberOptions, 'subscription'>> & {
			subscription?: Partial<SubscriberOptions['subscription']>;
		} = {},
	): Promise<Subscriber> {
		const subscriber = await startSubscriber({
			store,
			subscription: { id: 's', partitions: 4, from: 'where-it-stood', ...subscription },
			batchSize: 10,
			maxWaitMs: 0,
			concurrency: 4,
			leaseMs: LONG,
			longestRunMs: LONG,
			log: () => {},
			...more,
			async run(batch) {
				batches.push(batch);
				return await end(batch);
			},
		});
		subscribers.push(subscriber);
		return subscriber;
	}

	/** Where the subscription stands is known when it is behind by nothing. */
	const isSettled = async () => (await store.inbox.stats()).subscriptions.every(({ lag }) => lag === 0);
	const settled = () => until(isSettled);

	it('reads with figures of its own if none are given, also if they are undefined', async () => {
		const none = {
			batchSize: undefined,
			concurrency: undefined,
			leaseMs: undefined,
			longestRunMs: undefined,
		};
		await subscribe(() => DONE, none);
		await arrive('a', 'b');
		await settled();
		expect(handedOut()).toEqual(['a', 'b']);
	});

	describe('gathering until customers are silent', () => {
		/** Everybody is silent at once, or never. */
		const gather = (silenceMs: number): Pick<SubscriberOptions, 'gather'> => ({
			gather: { silenceMs, atMostMs: LONG, how: ({ id }) => ({ atOnce: id.includes('now') }) },
		});

		it('the messages of a conversation come together, when one of them ends the wait', async () => {
			await subscribe(undefined, gather(LONG));
			await arrive('a', 'b/bob');
			await settled();
			expect(batches).toEqual([]);
			await arrive('now');
			await until(() => batches.length > 0);
			expect(batches.map(idsOf)).toEqual([['a', 'now']]);
		});

		it('a batch has several conversations, and never two bursts of one', async () => {
			await subscribe(undefined, { ...gather(1), concurrency: 1 });
			await arrive('a', 'b', 'c/bob', 'd/eve');
			await until(() => handedOut().length === 4);
			expect(handedOut().sort()).toEqual(['a', 'b', 'c', 'd']);
			for (const { events } of batches)
				expect(new Set(events.map(({ burst }) => burst)).size).toBe(
					new Set(events.map(({ event }) => 'contact' in event && event.contact)).size,
				);
		});

		it('goes on while all executions are taken, so that what comes meanwhile joins what waits', async () => {
			const held = hold();
			await subscribe(() => held.promise, { ...gather(LONG), concurrency: 1 });
			await arrive('now-1/bob');
			await until(() => batches.length === 1);
			await arrive('a');
			await settled();
			await arrive('b', 'now-2');
			await settled();
			expect(batches).toHaveLength(1);
			held.resolve(DONE);
			await until(() => batches.length === 2);
			expect(idsOf(batches[1]!)).toEqual(['a', 'b', 'now-2']);
		});

		it('the next burst of a conversation waits for the execution of the one before', async () => {
			const held = hold();
			await subscribe(() => (batches.length === 1 ? held.promise : DONE), gather(LONG));
			await arrive('now-1');
			await until(() => batches.length === 1);
			await arrive('now-2');
			await arrive('now-3/bob');
			await until(() => batches.length === 2);
			expect(idsOf(batches[1]!)).toEqual(['now-3']);
			held.resolve(DONE);
			await until(() => batches.length === 3);
			expect(idsOf(batches[2]!)).toEqual(['now-2']);
		});

		it('what still waits is handed out by a reader that gathers no more', async () => {
			const waiting = await subscribe(undefined, gather(200));
			await arrive('a', 'b');
			await settled();
			await waiting.close(0);
			await subscribe();
			await arrive('c/bob');
			await until(() => handedOut().length === 3);
			expect(handedOut().sort()).toEqual(['a', 'b', 'c']);
		});

		it('what failed is a dead letter, and comes by itself when it is replayed', async () => {
			await subscribe(() => (batches.length === 1 ? { kind: 'failed' } : DONE), gather(LONG));
			await arrive('a', 'now');
			await until(async () => (await deadLetters()).length === 2);
			await store.inbox.deadLetters.replay('s');
			await until(() => batches.length === 2);
			expect([idsOf(batches[1]!), batches[1]!.repeat]).toEqual([['a', 'now'], true]);
		});
	});

	describe('handing out', () => {
		it('every event comes once, in the order of its conversation', async () => {
			await subscribe();
			await arrive('a', 'b');
			await until(() => handedOut().length === 2);
			await arrive('c');
			await settled();
			expect(handedOut()).toEqual(['a', 'b', 'c']);
			expect(batches.map(({ repeat }) => repeat)).not.toContain(true);
		});

		it('at most as many events in a batch as asked for', async () => {
			await subscribe(undefined, { batchSize: 2 });
			await arrive('a', 'b', 'c');
			await settled();
			expect(batches.map(idsOf)).toEqual([['a', 'b'], ['c']]);
		});

		it('a batch whose claim is answered only after its lease is left to the reader that has it by then', async () => {
			let elapsed = 0;
			const { now, monotonic } = store.runtime;
			const standsStill: Store = {
				...store,
				runtime: { ...store.runtime, now: () => now() + elapsed, monotonic: () => monotonic() + elapsed },
				inbox: {
					...store.inbox,
					async claim(id, options) {
						const batch = await store.inbox.claim(id, options);
						if (!batch || elapsed > 0) return batch;
						elapsed = LONG;
						const at = now() + elapsed;
						const later = { ...systemRuntime, now: () => at, monotonic: () => at };
						const other = await place.open({ runtime: later });
						const theirs = await other.inbox.claim(id, { ...options, token: 'theirs' });
						await other.inbox.settle(theirs!, DONE, at);
						return batch;
					},
				},
			};
			await subscribe(undefined, { store: standsStill });
			await arrive('theirs');
			await settled();
			await arrive('next');
			await settled();
			expect(handedOut()).toEqual(['next']);
		});

		it('what another process takes in is found too', async () => {
			await subscribe();
			const other = await place.open();
			await other.commitEvents([{ event: message('elsewhere'), changes: {} }], Date.now());
			await settled();
			expect(handedOut()).toEqual(['elsewhere']);
		});

		it('at most as many batches at a time as asked for', async () => {
			let [running, most] = [0, 0];
			const customers = Array.from({ length: 40 }, (_each, index) => `m${index}/customer${index}`);
			await subscribe(
				async () => {
					most = Math.max(most, (running += 1));
					await until(() => most > 1);
					await turns();
					running -= 1;
					return DONE;
				},
				{ batchSize: 1, concurrency: 2, subscription: { partitions: 16 } },
			);
			await arrive(...customers);
			await settled();
			expect([handedOut().length, most]).toEqual([40, 2]);
		});

		it('a batch that is not settled holds up its own conversation and no other', async () => {
			const { promise: held, resolve: release } = hold();
			await subscribe((batch) => (idsOf(batch).includes('first') ? held : DONE), {
				batchSize: 1,
				concurrency: 16,
				subscription: { partitions: 16 },
			});
			await arrive('first/ada', 'second/ada', ...[...'bcdefgh'].map((each) => `${each}/customer-${each}`));
			// Other conversations may share ada's partition: those of the others come.
			await until(() => batches.some((batch) => batch.partition !== batches[0]!.partition));
			expect(handedOut()).not.toContain('second');
			release(DONE);
			await settled();
			const ofAda = handedOut().filter((id) => id === 'first' || id === 'second');
			expect(ofAda).toEqual(['first', 'second']);
		});

		it('only the kinds asked for', async () => {
			await subscribe(undefined, { subscription: { kinds: ['message'] } });
			const status = parseWebhook(messageStatus({ at: Date.now(), status: 'sent', id: 'wamid.1' }))[0]!;
			await store.commitEvents([{ event: status, changes: {} }], Date.now());
			await arrive('a');
			await settled();
			expect(handedOut()).toEqual(['a']);
		});
	});

	describe('where it begins', () => {
		beforeEach(() => arrive('before'));

		it('a new one: with what comes from now on', async () => {
			await subscribe();
			await arrive('after');
			await settled();
			expect(handedOut()).toEqual(['after']);
		});

		it('a new one from a time: with what was received since then', async () => {
			await subscribe(undefined, { subscription: { firstFrom: 0 } });
			await settled();
			expect(handedOut()).toEqual(['before']);
		});

		it('started again, it goes on where it stood', async () => {
			const first = await subscribe(undefined, { subscription: { firstFrom: 0 } });
			await settled();
			await first.close(LONG);
			await arrive('meanwhile');
			await subscribe(undefined, { subscription: { firstFrom: 0 } });
			await settled();
			expect(handedOut()).toEqual(['before', 'meanwhile']);
		});

		it('started again from now, it passes over what came meanwhile', async () => {
			await (await subscribe()).close(LONG);
			await arrive('meanwhile');
			await subscribe(undefined, { subscription: { from: 'now' } });
			await arrive('after');
			await settled();
			expect(handedOut()).toEqual(['after']);
		});
	});

	describe('an execution that failed', () => {
		it('its events are dead letters, with the execution, and the next ones come', async () => {
			await subscribe((batch) =>
				idsOf(batch).includes('bad') ? { kind: 'failed', executionId: '7', error: 'No.' } : DONE,
			);
			await arrive('bad');
			await until(() => batches.length === 1);
			await arrive('good');
			await settled();
			expect(handedOut()).toEqual(['bad', 'good']);
			expect(await deadLetters()).toMatchObject([{ id: 'bad', executionId: '7', error: 'No.' }]);
		});

		it('a run that throws has failed', async () => {
			await subscribe(() => {
				throw new Error('No item can be made of this.');
			});
			await arrive('a');
			await settled();
			expect(await deadLetters()).toMatchObject([{ id: 'a', error: 'No item can be made of this.' }]);
		});

		it('repeated in halves, only the poisoned event ends there, and the repeats are marked', async () => {
			const well: string[] = [];
			await subscribe((batch) => {
				if (idsOf(batch).includes('c')) {
					return { kind: 'failed', executionId: String(batches.length), inHalves: true, tries: 2 };
				}
				well.push(...idsOf(batch));
				return DONE;
			});
			await arrive('a', 'b', 'c', 'd', 'e');
			await settled();
			expect(well).toEqual(['a', 'b', 'd', 'e']);
			expect((await deadLetters()).map(({ id }) => id)).toEqual(['c']);
			expect(batches.map(({ repeat }) => repeat)).toEqual([false, ...batches.slice(1).map(() => true)]);
		});

		it('dead letters come again when they are replayed, and are gone when that went well', async () => {
			let end: BatchEnd = { kind: 'failed', executionId: '7' };
			await subscribe(() => end);
			await arrive('a', 'b');
			await until(async () => (await deadLetters()).length === 2);
			end = DONE;
			await store.inbox.deadLetters.replay('s');
			await until(async () => (await deadLetters()).length === 0);
			expect(batches.map((batch) => [idsOf(batch), batch.repeat])).toEqual([
				[['a', 'b'], false],
				[['a', 'b'], true],
			]);
		});

		it('dropped dead letters never come again', async () => {
			await subscribe(() => ({ kind: 'failed' }));
			await arrive('a');
			await until(async () => (await deadLetters()).length === 1);
			expect(await store.inbox.deadLetters.drop('s')).toBe(1);
			expect(await store.inbox.deadLetters.replay('s')).toBe(0);
			expect(handedOut()).toEqual(['a']);
		});
	});

	describe('an end that is not known', () => {
		const LEASE = 300;
		let clock: TestClock;
		beforeEach(async () => {
			clock = openTestClock();
			store = clock.watch(await place.open(clock));
		});
		afterEach(async () => {
			await clock.passWhile(Promise.all(subscribers.map((subscriber) => subscriber.close(0))));
			subscribers = [];
		});
		/** Time passes until everything was handed out and has ended. */
		const settledInTime = () => clock.passUntil(isSettled);

		it('the batch comes again once its lease has run out, marked, before what came later', async () => {
			await subscribe((batch) => (batch.repeat || idsOf(batch).includes('b') ? DONE : undefined), {
				leaseMs: LEASE,
			});
			await arrive('a');
			await clock.passUntil(() => batches.length === 1);
			await arrive('b');
			await settledInTime();
			expect(batches.map((batch) => [idsOf(batch), batch.repeat])).toEqual([
				[['a'], false],
				[['a'], true],
				[['b'], false],
			]);
		});

		it('a batch that runs for longer than its lease is kept for it', async () => {
			await subscribe(
				async () => {
					await new Promise<void>((resolve) => clock.runtime.after(4 * LEASE, resolve));
					return DONE;
				},
				{ leaseMs: LEASE },
			);
			await arrive('a');
			await settledInTime();
			expect(batches.map(({ repeat }) => repeat)).toEqual([false]);
		});

		it('one that runs for longer than it may is taken for lost, and makes room for its repeat', async () => {
			const incidents: Incident[] = [];
			await subscribe((batch) => (batch.repeat ? DONE : new Promise<BatchEnd>(() => {})), {
				leaseMs: LEASE,
				longestRunMs: LEASE,
				concurrency: 1,
				log: (incident) => void incidents.push(incident),
			});
			await arrive('a');
			await settledInTime();
			expect(batches.map(({ repeat }) => repeat)).toEqual([false, true]);
			expect(incidents.map(({ event }) => event)).toContain('batch-lost');
		});

		it('one whose reader died is handed to the next reader', async () => {
			const dead = await place.open(clock);
			await dead.inbox.subscribe({ id: 's', partitions: 4, from: 'now' }, clock.now());
			await arrive('a');
			await dead.inbox.claim('s', { limit: 10, leaseMs: LEASE, token: 'of-the-dead' });
			await subscribe();
			await settledInTime();
			expect(batches.map((batch) => [idsOf(batch), batch.repeat])).toEqual([[['a'], true]]);
		});
	});

	describe('closing', () => {
		it('waits for the batches that are out', async () => {
			const { promise: held, resolve: release } = hold();
			const subscriber = await subscribe(() => held);
			await arrive('a');
			await until(() => batches.length === 1);
			let isClosed = false;
			const closed = subscriber.close(LONG).then(() => (isClosed = true));
			await turns();
			expect(isClosed).toBe(false);
			release(DONE);
			await closed;
			expect((await store.inbox.stats()).subscriptions).toEqual([{ id: 's', lag: 0 }]);
		});

		it('what takes longer is settled all the same when it ends, and hands out nothing more', async () => {
			const { promise: held, resolve: release } = hold();
			const subscriber = await subscribe(() => held);
			await arrive('a');
			await until(() => batches.length === 1);
			await subscriber.close(0);
			await arrive('b');
			release({ kind: 'failed', executionId: '9' });
			await until(async () => (await deadLetters()).length === 1);
			expect(handedOut()).toEqual(['a']);
		});
	});

	it('forgets what is older than it is kept for, and what it has not had yet it keeps', async () => {
		await store.commitEvents([{ event: message('old'), changes: {} }], Date.now() - 9 * DAY);
		await arrive('new');
		await subscribe(undefined, { keeping: { events: 8 * DAY, sends: 90 * DAY } });
		const kept = async () => (await store.inbox.read()).map(({ event }) => event.id);
		await until(async () => (await kept()).length === 1);
		expect(await kept()).toEqual(['message:new']);
	});

	it('goes on when the store answers again', async () => {
		const claim = store.inbox.claim.bind(store.inbox);
		const incidents: Incident[] = [];
		const flaky = { ...store, inbox: { ...store.inbox } };
		let failing = true;
		flaky.inbox.claim = (...of) => (failing ? Promise.reject(new Error('It is away.')) : claim(...of));
		await subscribe(undefined, { store: flaky, log: (incident) => void incidents.push(incident) });
		await arrive('a');
		await until(() => incidents.length > 0);
		failing = false;
		await settled();
		expect(handedOut()).toEqual(['a']);
		expect(incidents).toMatchObject([{ event: 'store-trouble' }, { event: 'store-recovered' }]);
	});

	it('of several processes that share a subscription, none is handed a batch that another has', async () => {
		await store.inbox.subscribe({ id: 's', partitions: 16, from: 'now' }, Date.now());
		const script = bundled(join(__dirname, 'support/subscribe-in-a-process.ts'));
		const seen: Array<{ process: number; id: string; repeat: boolean }> = [];
		const ready = new Set<number>();
		const readers = [0, 1].map((process) => {
			const child = spawn(globalThis.process.execPath, [script, place.url], {
				stdio: ['pipe', 'pipe', 'inherit'],
			});
			createInterface({ input: child.stdout }).on('line', (line) => {
				if (line === 'ready') return void ready.add(process);
				const { ids, repeat } = JSON.parse(line) as { ids: string[]; repeat: boolean };
				seen.push(...ids.map((id) => ({ process, id, repeat })));
			});
			return child;
		});
		const readersSeen = () => new Set(seen.map(({ process }) => process)).size;
		await until(() => ready.size === 2);
		let total = 0;
		// Events come until both have had some, however busy the machine is.
		while (total < 300 || readersSeen() < 2) {
			const first = total;
			await arrive(
				...Array.from({ length: 10 }, (_each, more) => `m${first + more}/customer${first + more}`),
			);
			total += 10;
		}
		await until(() => seen.length >= total);
		await settled();
		for (const child of readers) {
			child.stdin.end();
			await once(child, 'exit');
		}
		expect(new Set(seen.map(({ id }) => id)).size).toBe(total);
		expect(seen).toHaveLength(total);
		expect(seen.map(({ repeat }) => repeat)).not.toContain(true);
		expect(readersSeen()).toBe(2);
	});
});
