import type { Database } from './database';
import type { Batch, ClaimOptions } from '../engine/store/store';
import { findBatch, takeBatch } from './tables/batches';

/**
 * The next batch of a subscription that nobody has. The search runs outside of a transaction, so that deliveries don't
 * wait for it; taking the batch is short. A reader that was too slow searches again: another one has made progress.
 */
export async function claimBatch(
	{ read, write }: Database,
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
