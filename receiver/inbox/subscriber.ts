import type { Kinds, Runtime } from '../../base';
import {
	backoffAfter,
	createSignal,
	errorText,
	every,
	FILLED_TEXT,
	FUNCTION,
	HOUR,
	isObject,
	kind,
	MINUTE,
	NUMBER,
	OBJECT,
	optional,
	refuseOptions,
	sleep,
	STORE,
	TEXTS,
	wrongTypes,
} from '../../base';
import type { Batch, BatchEnd, ClaimOptions, Store, Subscription } from '../../engine';
import { forgetOld } from '../../engine';
import type { Log, Tell } from '../incidents';
import { followStore, logToStderr, STORE_BACKOFF, withoutFloods } from '../incidents';
import type { GatherOptions } from './bursts';
import { gatheringOf } from './bursts';
import { runBatches } from './run-batches';

/** How long things are kept. ms */
export interface Keeping {
	/** Events, with the marks that identify their redeliveries. */
	events?: number;
	/** Sends that have ended, with the keys that identify their repeats. */
	sends?: number;
}

/**
 * Reports every hour that the subscription is alive, so that nothing is forgotten that it hasn't had, and forgets what
 * is older than the store is set to keep it.
 * @returns ends it, and resolves when nothing of it is under way
 */
function startUpkeep(
	store: Store,
	subscriptionNow: () => Subscription,
	{ keeping, runtime, tell }: { keeping?: Keeping; runtime: Runtime; tell: Tell },
): () => Promise<void> {
	let isSet = keeping === undefined;

	async function keepUp(): Promise<void> {
		const now = runtime.now();
		const subscription = subscriptionNow();
		try {
			await store.inbox.subscribe({ ...subscription, from: 'where-it-stood' }, now);
			if (!isSet) await store.retention.set({ ...keeping });
			isSet = true;
			await forgetOld(store, now);
		} catch (error) {
			const message = `The inbox couldn't be cleaned up: ${errorText(error)}`;
			tell('upkeep', { level: 'warn', event: 'upkeep-failed', message, subscription: subscription.id });
		}
	}

	let last = keepUp();
	const end = every(runtime, HOUR, () => (last = last.then(keepUp)), 'background');
	return () => {
		end();
		return last;
	};
}

export interface SubscriberOptions {
	store: Store;
	subscription: Subscription;
	/**
	 * Runs a batch and returns what became of it; `undefined` if that won't be known, so that the batch is handed out
	 * again, marked as a repeat, once its lease has run out. A batch whose run throws has failed.
	 */
	run(batch: Batch): Promise<BatchEnd | undefined>;
	/** Gathers events until their customers are silent: each conversation is then handed out by itself. */
	gather?: GatherOptions;
	/** The most events in a batch; of conversations if they are gathered. 100 by default. */
	batchSize?: number;
	/** How long events wait for their batch to become full. ms; 1,000 by default */
	maxWaitMs?: number;
	/** The most batches that are out at a time. 4 by default. */
	concurrency?: number;
	/** How long a batch is held if nobody says that it is still running. ms; a minute by default */
	leaseMs?: number;
	/** What hasn't ended by then counts as lost. ms; an hour by default */
	longestRunMs?: number;
	/** Sets how long the store keeps things, for everyone who uses it. What is older is forgotten, every hour. */
	keeping?: Keeping;
	/** Hears of incidents. By default they are JSON lines on stderr. */
	log?: Log;
	/** The local clock, if it isn't the store's. Epoch ms */
	now?: () => number;
}

export interface Subscriber {
	/** Reads the events of these numbers from now on; of all if there are none. @throws what the store throws */
	readNumbers(channels: readonly string[]): Promise<void>;
	/**
	 * Claims no more, and waits for the batches that are out, at most so long (ms). What takes longer is still settled
	 * when it ends, as long as the process lives; otherwise it is handed out again. The store stays open.
	 */
	close(waitMs: number): Promise<void>;
}

const DEFAULTS = {
	batchSize: 100,
	maxWaitMs: 1_000,
	concurrency: 4,
	leaseMs: MINUTE,
	longestRunMs: HOUR,
};

const SUBSCRIPTION: Kinds = {
	id: FILLED_TEXT,
	channels: optional(TEXTS),
	kinds: optional(TEXTS),
	partitions: kind('a whole number above 0', (value) => Number.isInteger(value) && Number(value) > 0),
};

const wrongInSubscription = (subscription: unknown) =>
	isObject(subscription) ? wrongTypes(subscription, SUBSCRIPTION, ['subscription']) : [];

const OPTIONS: Kinds = {
	store: STORE,
	subscription: OBJECT,
	run: FUNCTION,
	gather: optional(OBJECT),
	...Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, optional(NUMBER)])),
	keeping: optional(OBJECT),
	log: optional(FUNCTION),
	now: optional(FUNCTION),
};

type Claim = Pick<ClaimOptions, 'limit' | 'leaseMs' | 'token'>;

/** How often to look at the inbox if this process commits nothing. ms */
const LOOK_AGAIN = 200;

/** How long a look waits for more news once some has come. ms */
const GATHER = 20;

/**
 * Reads the inbox for a subscription: claims batches, hands them to `run`, and settles them by what it returns. Several
 * subscribers of the same subscription, also in several processes, share its batches: no batch is handed out twice at a
 * time, and events of one conversation come one batch after the other.
 *
 * @throws TypeError that names all that is wrong with the options, and what the store throws if the subscription can't be
 * made
 * @example
 * const subscriber = await startSubscriber({
 * 	store,
 * 	subscription: { id: 'answers', kinds: ['message'], partitions: 8, from: 'where-it-stood' },
 * 	async run({ events }) {
 * 		for (const { event } of events) await handle(event);
 * 		return { kind: 'done' };
 * 	},
 * });
 */
export async function startSubscriber(given: SubscriberOptions): Promise<Subscriber> {
	refuseOptions('startSubscriber', given, OPTIONS, wrongInSubscription(Object(given).subscription));
	const options = {
		...given,
		batchSize: given.batchSize ?? DEFAULTS.batchSize,
		maxWaitMs: given.maxWaitMs ?? DEFAULTS.maxWaitMs,
		concurrency: given.concurrency ?? DEFAULTS.concurrency,
		leaseMs: given.leaseMs ?? DEFAULTS.leaseMs,
		longestRunMs: given.longestRunMs ?? DEFAULTS.longestRunMs,
	};
	const { store, subscription, gather, concurrency, leaseMs, now = store.runtime.now } = options;
	const { inbox } = store;
	const runtime: Runtime = { ...store.runtime, now };
	const { tell, flush } = withoutFloods(options.log ?? logToStderr, runtime);
	/** A batch has ended, or the subscriber was closed. */
	const changed = createSignal(runtime);
	const state = followStore(tell, { subscription: subscription.id });
	const batches = runBatches({
		...options,
		inbox,
		runtime,
		tell,
		onTrouble: state.failed,
		onRoom: changed.raise,
	});
	let isClosed = false;
	let hasBursts = false;
	let subscribed = subscription;

	/** A batch, unless it came too late. */
	async function claim(take: (claim: Claim) => Promise<Batch | undefined>): Promise<Batch | undefined> {
		const askedAt = runtime.monotonic();
		const batch = await take({ limit: options.batchSize, leaseMs, token: runtime.uuid() });
		// After its lease, another reader may have handed the batch out.
		const isLate = runtime.monotonic() - askedAt >= leaseMs;
		if (!batch || !(isClosed || isLate)) return batch;
		await batches.settle(batch, { kind: 'released' });
		return undefined;
	}

	/** What came to the inbox, or is replayed. */
	function claimOfLog({ noReplays = false } = {}): Promise<Batch | undefined> {
		const maxWaitMs = gather ? 0 : options.maxWaitMs;
		return claim((claimed) => inbox.claim(subscription.id, { ...claimed, maxWaitMs, noReplays }));
	}

	/** What has waited for silence, also if events don't wait any more. */
	async function claimGathered(): Promise<Batch | undefined> {
		if (!hasBursts) return undefined;
		const batch = await claim((claimed) => inbox.claimBursts(subscription.id, claimed));
		hasBursts = gather !== undefined || (await store.bursts.any(subscription.id));
		return batch;
	}

	/** Gathers a batch, or hands it out. */
	async function take(batch: Batch): Promise<void> {
		if (!gather || batch.partition < 0) return batches.begin(batch);
		const events = batch.events.map(({ event }) => event);
		await inbox.gather(batch, gatheringOf(events, gather, runtime), runtime.now());
	}

	/** Takes what there is next. Gathering goes first, as it waits for no execution. */
	async function takeNext(): Promise<boolean> {
		const isFull = batches.count() >= concurrency;
		const toGather = gather && (await claimOfLog({ noReplays: true }));
		const batch = toGather ?? (isFull ? undefined : ((await claimGathered()) ?? (await claimOfLog())));
		if (batch) await take(batch);
		return batch !== undefined;
	}

	async function news(): Promise<void> {
		await Promise.race([changed.wait(LOOK_AGAIN), inbox.untilCommit(LOOK_AGAIN)]);
		if (!isClosed) await changed.wait(GATHER);
	}

	async function read(): Promise<void> {
		let failures = 0;
		while (!isClosed) {
			if (!gather && batches.count() >= concurrency) {
				await changed.wait(LOOK_AGAIN);
				continue;
			}
			try {
				const found = await takeNext();
				failures = 0;
				state.works();
				if (!found) await news();
			} catch (error) {
				state.failed(error);
				failures += 1;
				await changed.wait(backoffAfter(STORE_BACKOFF, failures));
			}
		}
	}

	await inbox.subscribe(subscription, runtime.now());
	hasBursts = gather !== undefined || (await store.bursts.any(subscription.id));
	const endUpkeep = startUpkeep(store, () => subscribed, { keeping: options.keeping, runtime, tell });
	const reading = read();

	async function ended(): Promise<void> {
		await Promise.all([reading, endUpkeep()]);
		await batches.ended();
	}

	return {
		async readNumbers(channels) {
			subscribed = { ...subscribed, channels, from: 'where-it-stood' };
			await inbox.subscribe(subscribed, runtime.now());
		},
		async close(waitMs) {
			isClosed = true;
			changed.raise();
			await Promise.race([ended(), sleep(runtime, waitMs, 'background')]);
			flush();
		},
	};
}
