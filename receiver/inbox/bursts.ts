import type { Runtime } from '../../base';
import { backoffAfter, createSignal, every } from '../../base';
import type { Burst, Engine, GatheredEvent, Gathering, MessagingEvent, Store } from '../../engine';
import { conversationOf } from '../../engine';
import type { Log } from '../incidents';
import { followStore, logToStderr, STORE_BACKOFF, withoutFloods } from '../incidents';

/** How events are gathered until their customers are silent. */
export interface GatherOptions extends Pick<Gathering, 'silenceMs' | 'atMostMs'> {
	/** How an event waits. */
	how(event: MessagingEvent): Omit<GatheredEvent, 'burst'>;
}

/** What the store needs to gather some events. */
export function gatheringOf(
	events: readonly MessagingEvent[],
	{ silenceMs, atMostMs, how }: GatherOptions,
	{ uuid }: Pick<Runtime, 'uuid'>,
): Gathering {
	const gathered = events.map((event) => [event.id, { burst: uuid(), ...how(event) }] as const);
	return { silenceMs, atMostMs, events: new Map(gathered) };
}

/**
 * Whether somebody took a conversation over while its messages waited: a person of the business answered after the first
 * one, or the business held the conversation then, and now its agent or another responder does. The one place that says
 * so.
 */
export async function isTakenOver(engine: Engine, [first]: readonly MessagingEvent[]): Promise<boolean> {
	if (first?.kind !== 'message' || first.channel === undefined) return false;
	const conversation = { channel: first.channel, to: conversationOf(first) };
	const { holder, humanRepliedAt = -Infinity } = await engine.conversation(conversation);
	if (humanRepliedAt > first.at) return true;
	return first.heldBy === 'business' && (holder === 'agent' || holder === 'other');
}

export interface BurstReaderOptions {
	store: Store;
	/** The trigger whose bursts are handed out. */
	reader: string;
	/**
	 * Starts an execution, which begins the burst in the store. Resolves when nothing more can be expected of it. A burst
	 * that wasn't begun by then is handed out again.
	 */
	run(burst: Burst): Promise<void>;
	/** Ends by itself when the reader has no more bursts. */
	untilEmpty?: boolean;
	/** Hears of incidents. By default they are JSON lines on stderr. */
	log?: Log;
}

export interface BurstReader {
	/** Claims no more. What was handed out and isn't begun is handed out again by another reader. */
	close(): Promise<void>;
}

/** How long a claimed burst is kept if nobody says that its execution is still to come. ms */
const LEASE = 20_000;

/** How often that is said, so that one try can fail. */
const RENEWALS = 3;

/** How long an execution may take to begin, for example while all workers are busy. ms */
const LONGEST_QUEUE = 300_000;

/** The most bursts that were handed out and aren't begun. */
const MOST = 1_000;

/** The most bursts that are claimed in one go. */
const AT_A_TIME = 100;

/** How often to look for bursts if this process commits nothing. ms */
const LOOK_AGAIN = 200;

/** When a reader that ends by itself looks once more: what is just coming may still be gathered. ms */
const LAST_LOOK = 30_000;

const idsOf = (bursts: readonly Burst[]) => bursts.map(({ id }) => id);

/**
 * Hands out the bursts of a trigger that are due, until it is closed. Executions begin a burst in the store, and only one
 * of them can: so it doesn't matter how often a burst is handed out, by whom, and who is killed in between.
 */
export function startBurstReader({ store, reader, run, untilEmpty, log }: BurstReaderOptions): BurstReader {
	const { runtime, bursts, inbox } = store;
	const { tell, flush } = withoutFloods(log ?? logToStderr, runtime);
	const state = followStore(tell, { subscription: reader });
	const closed = createSignal(runtime);
	const claim = { leaseMs: LEASE, token: runtime.uuid() };
	/** Those that were handed out and aren't begun, as far as is known, and since when. */
	const handedOut = new Map<string, number>();
	let isClosed = false;

	async function keep(): Promise<void> {
		const before = runtime.monotonic() - LONGEST_QUEUE;
		for (const [id, since] of handedOut) if (since <= before) handedOut.delete(id);
		if (handedOut.size === 0) return;
		const asked = [...handedOut.keys()];
		const kept = new Set(await bursts.keep(asked, claim));
		for (const id of asked) if (!kept.has(id)) handedOut.delete(id);
	}

	function handOut(burst: Burst): void {
		handedOut.set(burst.id, runtime.monotonic());
		const end = () => void handedOut.delete(burst.id);
		run(burst).then(end, end);
	}

	/** @returns whether there was anything */
	async function handOutDue(): Promise<boolean> {
		const limit = Math.min(AT_A_TIME, MOST - handedOut.size);
		if (limit <= 0) return false;
		const askedAt = runtime.monotonic();
		const due = await bursts.claim(reader, { ...claim, limit });
		if (isClosed) await bursts.keep(idsOf(due), { ...claim, leaseMs: 0 });
		// After its lease, another reader may have them; what is left then comes again.
		if (isClosed || runtime.monotonic() - askedAt >= LEASE) return false;
		due.forEach(handOut);
		return due.length > 0;
	}

	async function read(): Promise<void> {
		let failures = 0;
		let isLastLook = false;
		while (!isClosed) {
			try {
				const found = await handOutDue();
				failures = 0;
				state.works();
				if (found) continue;
				if (untilEmpty && !(await bursts.any(reader))) {
					if (isLastLook) return;
					isLastLook = true;
					await closed.wait(LAST_LOOK);
					continue;
				}
				await Promise.race([closed.wait(LOOK_AGAIN), inbox.untilCommit(LOOK_AGAIN)]);
			} catch (error) {
				state.failed(error);
				failures += 1;
				await closed.wait(backoffAfter(STORE_BACKOFF, failures));
			}
		}
	}

	const endKeeping = every(runtime, LEASE / RENEWALS, () => void keep().catch(() => {}), 'background');
	const reading = read().finally(endKeeping);

	return {
		async close() {
			isClosed = true;
			closed.raise();
			await reading;
			flush();
		},
	};
}
