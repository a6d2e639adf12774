import type { Batch, Inbox } from '../../engine';
import type { Incident } from '../incidents';

export interface LeaseOptions {
	/** How long a batch is held without being renewed. ms */
	leaseMs: number;
	/** How long it is renewed at most: what has not ended by then is taken for lost. ms */
	longestRunMs: number;
	/** The local clock. Epoch ms */
	now: () => number;
	tell: (key: string, incident: Incident) => void;
}

/** A lease is renewed so often in its time, so that one renewal may fail. */
const RENEWALS = 3;

/**
 * Keeps a batch for as long as its run takes. Calls back, once, when it is kept no longer: it became another's, or its
 * run takes so long that its end will hardly be heard.
 * @returns ends the keeping
 */
export function keepLease(
	inbox: Inbox,
	batch: Batch,
	{ leaseMs, longestRunMs, now, tell }: LeaseOptions,
	onLost: () => void,
): () => void {
	const began = performance.now();
	const { subscription, partition } = batch;

	function lose(why: string): void {
		clearInterval(timer);
		const message = `A batch of ${batch.events.length} is handed out again, marked as a repeat: ${why}.`;
		tell('lost', { level: 'warn', event: 'batch-lost', message, subscription, partition });
		onLost();
	}

	async function renew(): Promise<void> {
		if (performance.now() - began >= longestRunMs) return lose('its execution takes longer than it may');
		const at = now();
		try {
			if (!(await inbox.renew(batch, at + leaseMs, at))) lose('it was not renewed in time');
		} catch {
			// The store is away: the next renewal may come in time.
		}
	}

	const timer = setInterval(() => void renew(), leaseMs / RENEWALS);
	return () => clearInterval(timer);
}
