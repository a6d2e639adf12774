import type { Database } from './database';
import type { Batch, ClaimOptions } from '../engine/store/store';
import { findBatch, takeBatch } from './tables/batches';

/**
 * The next batch of a subscription that is nobody's. It is looked for outside of a transaction, so that deliveries do
 * not wait for that; taking it is short. Whoever was too slow looks again: somebody else got on.
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
