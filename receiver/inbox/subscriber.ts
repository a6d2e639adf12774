import type { Runtime } from '../../base';
import { backoffAfter, createSignal, sleep } from '../../base';
import type { Batch, BatchEnd, Store, Subscription } from '../../engine';
import type { Log } from '../incidents';
import { logToStderr, withoutFloods } from '../incidents';
import { runBatches } from './run-batches';
import { STORE_BACKOFF, storeTrouble } from './store-trouble';
import type { Keeping } from './upkeep';
import { startUpkeep } from './upkeep';

export type { Keeping } from './upkeep';

export interface SubscriberOptions {
	store: Store;
	subscription: Subscription;
	/**
	 * Runs a batch and returns what became of it; `undefined` if that won't be known, so that the batch is handed out
	 * again, marked as a repeat, once its lease has run out. A batch whose run throws has failed.
	 */
	run(batch: Batch): Promise<BatchEnd | undefined>;
	/** The most events in a batch. */
	batchSize: number;
	/** How long events wait for their batch to become full. ms */
	maxWaitMs: number;
	/** The most batches that are out at a time. */
	concurrency: number;
	/** How long a batch is held if nobody says that it is still running. ms */
	leaseMs: number;
	/** What hasn't ended by then counts as lost. ms */
	longestRunMs: number;
	/** What is older is forgotten, every hour. By default nothing is. */
	keeping?: Keeping;
	/** Hears of incidents. By default they are JSON lines on stderr. */
	log?: Log;
	/** The local clock, if it isn't the store's. Epoch ms */
	now?: () => number;
}

export interface Subscriber {
	/**
	 * Claims no more, and waits for the batches that are out, at most so long (ms). What takes longer is still settled
	 * when it ends, as long as the process lives; otherwise it is handed out again. The store stays open.
	 */
	close(waitMs: number): Promise<void>;
}

/** How often to look at the inbox if this process commits nothing. ms */
const LOOK_AGAIN = 200;

/** How long a look waits for more news once some has come. ms */
const GATHER = 20;

/**
 * Reads the inbox for a subscription: claims batches, hands them to `run`, and settles them by what it returns. Several
 * subscribers of the same subscription, also in several processes, share its batches: no batch is handed out twice at a
 * time, and events of one conversation come one batch after the other.
 *
 * @throws what the store throws if the subscription can't be made
 */
export async function startSubscriber(options: SubscriberOptions): Promise<Subscriber> {
	const { store, subscription, concurrency, leaseMs, now = store.runtime.now } = options;
	const { inbox } = store;
	const runtime: Runtime = { ...store.runtime, now };
	const tell = withoutFloods(options.log ?? logToStderr, runtime.monotonic);
	/** A batch has ended, or the subscriber was closed. */
	const changed = createSignal(runtime);
	const onTrouble = (error: unknown) => tell('store', storeTrouble(error, subscription.id));
	const batches = runBatches({ ...options, inbox, runtime, tell, onTrouble, onRoom: changed.raise });
	let isClosed = false;

	async function claim(): Promise<Batch | undefined> {
		const { batchSize: limit, maxWaitMs } = options;
		const claimed = { limit, maxWaitMs, leaseMs, now: runtime.now(), token: runtime.uuid() };
		const batch = await inbox.claim(subscription.id, claimed);
		if (!batch || !isClosed) return batch;
		await batches.settle(batch, { kind: 'released' });
		return undefined;
	}

	async function news(): Promise<void> {
		await Promise.race([changed.wait(LOOK_AGAIN), inbox.untilCommit(LOOK_AGAIN)]);
		if (!isClosed) await changed.wait(GATHER);
	}

	async function read(): Promise<void> {
		let failures = 0;
		while (!isClosed) {
			if (batches.count() >= concurrency) {
				await changed.wait(LOOK_AGAIN);
				continue;
			}
			try {
				const batch = await claim();
				failures = 0;
				if (batch) batches.begin(batch);
				else await news();
			} catch (error) {
				onTrouble(error);
				failures += 1;
				await changed.wait(backoffAfter(STORE_BACKOFF, failures));
			}
		}
	}

	await inbox.subscribe(subscription, runtime.now());
	const endUpkeep = startUpkeep(store, subscription, { keeping: options.keeping, runtime, tell });
	const reading = read();

	async function ended(): Promise<void> {
		await Promise.all([reading, endUpkeep()]);
		await batches.ended();
	}

	return {
		async close(waitMs) {
			isClosed = true;
			changed.raise();
			await Promise.race([ended(), sleep(runtime, waitMs, 'background')]);
		},
	};
}
