import type { Runtime } from '../../base';
import { every } from '../../base';
import type { Batch, Inbox } from '../../engine';
import type { Incident } from '../incidents';

export interface LeaseOptions {
	/** How long a batch is held without being renewed. ms */
	leaseMs: number;
	/** The longest that it is renewed: what hasn't ended by then counts as lost. ms */
	longestRunMs: number;
	runtime: Runtime;
	tell: (key: string, incident: Incident) => void;
}

/** How often a lease is renewed in its time, so that one renewal can fail. */
const RENEWALS = 3;

/**
 * Keeps a batch for as long as its run takes. Calls back, once, when it no longer does: another reader has the batch,
 * or the run takes so long that its end will hardly be heard.
 * @returns stops keeping it
 */
export function keepLease(
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
