import { errorText } from '../../base';
import type { InboxStats, Store } from '../../engine';
import type { Answer } from './answer';
import type { Metrics } from './metrics';
import type { Tell } from './reject';

/** How the receiver is, for probes and for Prometheus. */
export function openHealth(store: Store, metrics: Metrics, now: () => number, tell: Tell) {
	/** The figures of the inbox, `undefined` while the store does not answer. */
	async function inboxStats(): Promise<InboxStats | undefined> {
		try {
			return await store.inbox.stats();
		} catch (error) {
			const message = `The store doesn't respond: ${errorText(error)}`;
			tell('unhealthy', { level: 'error', event: 'unhealthy', message });
			return undefined;
		}
	}

	return {
		/** Why the store does not answer is none of a stranger's business: that is logged. */
		async probe(): Promise<Answer> {
			return (await inboxStats())
				? { status: 200, body: { status: 'ok' } }
				: { status: 503, body: { status: 'failing', error: "The store doesn't respond." } };
		},
		figures: async (): Promise<Answer> => ({ status: 200, body: metrics.text(now(), await inboxStats()) }),
	};
}

export type Health = ReturnType<typeof openHealth>;
