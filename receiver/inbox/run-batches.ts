import type { Runtime } from '../../base';
import { backoffAfter, errorText, every, sleep } from '../../base';
import type { Batch, BatchEnd, Inbox } from '../../engine';
import type { Tell } from '../incidents';
import { STORE_BACKOFF } from '../incidents';

interface LeaseOptions {
	/** How long a batch is held without being renewed. ms */
	leaseMs: number;
	/** The longest that it is renewed: what hasn't ended by then counts as lost. ms */
	longestRunMs: number;
	runtime: Runtime;
	tell: Tell;
}

/** How often a lease is renewed in its time, so that one renewal can fail. */
const RENEWALS = 3;

/**
 * Keeps a batch for as long as its run takes. Calls back, once, when it no longer does: another reader has the batch,
 * or the run takes so long that its end will hardly be heard.
 * @returns stops keeping it
 */
function keepLease(
	inbox: Inbox,
	batch: Batch,
	{ leaseMs, longestRunMs, runtime, tell }: LeaseOptions,
	onLost: () => void,
): () => void {
	const began = runtime.monotonic();
	const { subscription, partition } = batch;

	function lose(why: string): void {
		end();
		const message = `A batch of ${batch.events.length} events is delivered again, marked as a repeat: ${why}.`;
		tell('lost', { level: 'warn', event: 'batch-lost', message, subscription, partition });
		onLost();
	}

	async function renew(): Promise<void> {
		if (runtime.monotonic() - began >= longestRunMs) {
			return lose('its execution takes too long');
		}
		try {
			if (!(await inbox.renew(batch, leaseMs, runtime.now()))) lose("its lease wasn't renewed in time");
		} catch {
			// The store is away: the next renewal may come in time.
		}
	}

	const end = every(runtime, leaseMs / RENEWALS, () => void renew());
	return end;
}

interface BatchRunOptions extends LeaseOptions {
	inbox: Inbox;
	run(batch: Batch): Promise<BatchEnd | undefined>;
	/** The store doesn't respond. */
	onTrouble(error: unknown): void;
	/** A batch isn't waited for any longer, so another one can go out. */
	onRoom(): void;
}

/** The batches that are out. */
interface BatchRuns {
	/** How many are waited for: one that counts as lost makes room for another. */
	count(): number;
	/** Runs a batch and settles it by what its run says. */
	begin(batch: Batch): void;
	settle(batch: Batch, end: BatchEnd): Promise<void>;
	/** Resolves when all that were begun are settled. */
	ended(): Promise<void>;
}

/** Runs batches side by side, each kept for as long as its run takes. */
export function runBatches(options: BatchRunOptions): BatchRuns {
	const { inbox, runtime, run, onTrouble, onRoom } = options;
	const waitedFor = new Set<Batch>();
	const running = new Set<Promise<void>>();

	async function settle(batch: Batch, end: BatchEnd): Promise<void> {
		for (let failures = 1; ; failures += 1) {
			try {
				await inbox.settle(batch, end, runtime.now());
				return;
			} catch (error) {
				onTrouble(error);
				await sleep(runtime, backoffAfter(STORE_BACKOFF, failures), 'background');
			}
		}
	}

	async function endOf(batch: Batch): Promise<BatchEnd | undefined> {
		try {
			return await run(batch);
		} catch (error) {
			return { kind: 'failed', error: errorText(error) };
		}
	}

	function makeRoomFor(batch: Batch): void {
		waitedFor.delete(batch);
		onRoom();
	}

	async function handOut(batch: Batch): Promise<void> {
		const endLease = keepLease(inbox, batch, options, () => makeRoomFor(batch));
		const end = await endOf(batch);
		if (end) await settle(batch, end);
		endLease();
		makeRoomFor(batch);
	}

	return {
		count: () => waitedFor.size,
		begin(batch) {
			waitedFor.add(batch);
			const handedOut = handOut(batch).finally(() => running.delete(handedOut));
			running.add(handedOut);
		},
		settle,
		async ended() {
			await Promise.all(running);
		},
	};
}
