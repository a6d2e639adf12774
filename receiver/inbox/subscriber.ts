import { randomUUID } from 'node:crypto';
import type { Batch, BatchEnd, Store, Subscription } from '../../engine';
import type { Log } from '../incidents';
import { logToStderr, withoutFloods } from '../incidents';
import { keepLease } from './lease';
import type { Keeping } from './upkeep';
import { startUpkeep } from './upkeep';

export type { Keeping } from './upkeep';

export interface SubscriberOptions {
	store: Store;
	subscription: Subscription;
	/**
	 * Runs a batch, and tells what became of it; `undefined` when that will not be known, so that the batch is handed
	 * out again, marked as a repeat, once its lease has run out. A batch whose run throws has failed.
	 */
	run(batch: Batch): Promise<BatchEnd | undefined>;
	/** Events in a batch at most. */
	batchSize: number;
	/** How long events wait for their batch to become full. ms */
	maxWaitMs: number;
	/** Batches that are out at a time at most. */
	concurrency: number;
	/** How long a batch is held when nobody says that it is still running. ms */
	leaseMs: number;
	/** What has not ended by then is taken for lost. ms */
	longestRunMs: number;
	/** What is older is forgotten, hourly; nothing where left out. */
	keeping?: Keeping;
	/** Hears of incidents; JSON lines on stderr where left out. */
	log?: Log;
	/** The local clock. Epoch ms */
	now?: () => number;
}

export interface Subscriber {
	/**
	 * Claims no more, and waits for the batches that are out, at most so long (ms). What takes longer is settled all
	 * the same when it ends, as long as the process lives; else it is handed out again. The store stays open.
	 */
	close(waitMs: number): Promise<void>;
}

/** How often the inbox is looked at where no commit of this process tells of news. ms */
const LOOK_AGAIN = 200;

/** After news, the look waits a moment for more of them. ms */
const GATHER = 20;

/** How long to leave a store alone that has trouble: at first, and at most. ms */
const BACKOFF = { first: 250, most: 10_000 };

const nextBackoff = (last: number) => Math.min(last * 2, BACKOFF.most);

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Reads the inbox for a subscription: claims batches, hands them to `run`, and settles them by what it says. Several
 * subscribers of the same subscription, also in several processes, share its batches: none is handed out twice at a
 * time, and events of one conversation come one batch after the other.
 *
 * @throws what the store throws when the subscription cannot be made
 */
export async function startSubscriber(options: SubscriberOptions): Promise<Subscriber> {
	const { store, subscription, run, concurrency, leaseMs, now = Date.now } = options;
	const { inbox } = store;
	const tell = withoutFloods(options.log ?? logToStderr);
	/** The batches that are waited for: one that is taken for lost makes room for another. */
	const out = new Set<Batch>();
	const running = new Set<Promise<void>>();
	let isClosed = false;
	let wake = () => {};

	const pause = (ms: number) =>
		new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, ms);
			wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});

	function tellTrouble(error: unknown): void {
		const message = `The store does not answer: ${messageOf(error)}`;
		tell('store', { level: 'error', event: 'store-trouble', message, subscription: subscription.id });
	}

	async function settle(batch: Batch, end: BatchEnd): Promise<void> {
		for (let backoff = BACKOFF.first; ; backoff = nextBackoff(backoff)) {
			try {
				await inbox.settle(batch, end, now());
				return;
			} catch (error) {
				tellTrouble(error);
				await wait(backoff);
			}
		}
	}

	async function endOf(batch: Batch): Promise<BatchEnd | undefined> {
		try {
			return await run(batch);
		} catch (error) {
			return { kind: 'failed', error: messageOf(error) };
		}
	}

	function makeRoomFor(batch: Batch): void {
		out.delete(batch);
		wake();
	}

	async function handOut(batch: Batch): Promise<void> {
		out.add(batch);
		const lost = () => makeRoomFor(batch);
		const endKeeping = keepLease(inbox, batch, { ...options, now, tell }, lost);
		const end = await endOf(batch);
		if (end) await settle(batch, end);
		endKeeping();
		makeRoomFor(batch);
	}

	async function claim(): Promise<Batch | undefined> {
		const { batchSize: limit, maxWaitMs } = options;
		const batch = await inbox.claim(subscription.id, {
			...{ limit, maxWaitMs, leaseMs },
			now: now(),
			token: randomUUID(),
		});
		if (!batch || !isClosed) return batch;
		await settle(batch, { kind: 'released' });
		return undefined;
	}

	async function news(): Promise<void> {
		await Promise.race([pause(LOOK_AGAIN), inbox.untilCommit(LOOK_AGAIN)]);
		if (!isClosed) await pause(GATHER);
	}

	async function read(): Promise<void> {
		let backoff = BACKOFF.first;
		while (!isClosed) {
			if (out.size >= concurrency) {
				await pause(LOOK_AGAIN);
				continue;
			}
			try {
				const batch = await claim();
				backoff = BACKOFF.first;
				if (!batch) {
					await news();
					continue;
				}
				const handedOut = handOut(batch).finally(() => running.delete(handedOut));
				running.add(handedOut);
			} catch (error) {
				tellTrouble(error);
				await pause(backoff);
				backoff = nextBackoff(backoff);
			}
		}
	}

	await inbox.subscribe(subscription, now());
	const endUpkeep = startUpkeep(store, subscription, { keeping: options.keeping, now, tell });
	const reading = read();

	async function ended(): Promise<void> {
		await Promise.all([reading, endUpkeep()]);
		await Promise.all(running);
	}

	return {
		async close(waitMs) {
			isClosed = true;
			wake();
			await Promise.race([ended(), wait(waitMs)]);
		},
	};
}
