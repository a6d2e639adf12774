import type { Runner } from './methods';
import type { Batch, Burst, BurstClaim, ClaimOptions } from '../engine/store/store';
import { findBatch, takeBatch } from './tables/batches';
import { dueBursts, takeBursts, takeBurstsAsBatch } from './tables/bursts';

/**
 * The next batch of a subscription that nobody has. The search runs outside of a transaction, so that deliveries don't
 * wait for it; taking the batch is short. A reader that was too slow searches again: another one has made progress.
 */
async function claimBatch(
	{ read, write }: Runner,
	id: string,
	options: ClaimOptions,
): Promise<Batch | undefined> {
	for (;;) {
		const found = await read(() => findBatch(id, options));
		if (!found) return undefined;
		const batch = await write(() => takeBatch(id, found, options));
		if (batch) return batch;
	}
}

/** The bursts of a reader that are due and that nobody has. The search runs outside of a transaction. */
async function claimBursts({ read, write }: Runner, reader: string, claim: BurstClaim): Promise<Burst[]> {
	const due = await read(() => dueBursts(reader, claim.limit));
	return due.length === 0 ? [] : write(() => takeBursts(due, claim));
}

/** The same as a batch of a subscription. */
async function claimBatchOfBursts(
	{ read, write }: Runner,
	subscription: string,
	claim: BurstClaim,
): Promise<Batch | undefined> {
	const due = await read(() => dueBursts(subscription, claim.limit));
	return due.length === 0 ? undefined : write(() => takeBurstsAsBatch(subscription, due, claim));
}

export const batchClaimWorks = {
	claim: (runner: Runner) => (id: string, options: ClaimOptions) => claimBatch(runner, id, options),
	claimBursts: (runner: Runner) => (id: string, claim: BurstClaim) => claimBatchOfBursts(runner, id, claim),
};

export const burstClaimWorks = {
	claim: (runner: Runner) => (reader: string, claim: BurstClaim) => claimBursts(runner, reader, claim),
};
