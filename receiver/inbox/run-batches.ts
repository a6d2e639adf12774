import type { Runtime } from '../../base';
import { backoffAfter, errorText, sleep } from '../../base';
import type { Batch, BatchEnd, Inbox } from '../../engine';
import type { LeaseOptions } from './lease';
import { keepLease } from './lease';
import { STORE_BACKOFF } from './store-trouble';

export interface BatchRunOptions extends LeaseOptions {
	inbox: Inbox;
	runtime: Runtime;
	run(batch: Batch): Promise<BatchEnd | undefined>;
	/** The store doesn't respond. */
	onTrouble(error: unknown): void;
	/** A batch isn't waited for any longer, so another one can go out. */
	onRoom(): void;
}

/** The batches that are out. */
export interface BatchRuns {
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
