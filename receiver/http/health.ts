import type { Runtime } from '../../base';
import { errorText } from '../../base';
import type { ForwardStats, InboxStats, Store } from '../../engine';
import type { Tell } from '../incidents';
import type { Answer } from './answer';
import type { Metrics } from './metrics';

/** For how long it counts that the store was written to, so that nobody who asks often makes it busy. ms */
const CHECK_AGE = 1_000;

/** How the receiver is, for probes and for Prometheus. */
export function openHealth(
	store: Store,
	metrics: Metrics,
	{ now, monotonic }: Pick<Runtime, 'now' | 'monotonic'>,
	tell: Tell,
) {
	let checked: { at: number; isWritable: Promise<boolean> } | undefined;

	function unhealthy(what: string, error: unknown): void {
		tell('unhealthy', { level: 'error', event: 'unhealthy', message: `${what}: ${errorText(error)}` });
	}

	/** Whether the store takes what is written to it: one on a full disk can still be read. */
	function isWritable(): Promise<boolean> {
		if (checked && monotonic() - checked.at < CHECK_AGE) return checked.isWritable;
		const checking = store.check().then(
			() => true,
			(error: unknown) => {
				unhealthy("The store can't be written to", error);
				return false;
			},
		);
		checked = { at: monotonic(), isWritable: checking };
		return checking;
	}

	/** What the store says, `undefined` while it does not answer. */
	async function said<Stats>(stats: Promise<Stats>): Promise<Stats | undefined> {
		try {
			return await stats;
		} catch (error) {
			unhealthy("The store doesn't respond", error);
			return undefined;
		}
	}

	const inboxStats = (): Promise<InboxStats | undefined> => said(store.inbox.stats());
	const forwardStats = (): Promise<ForwardStats[] | undefined> => said(store.forwards.stats());

	return {
		/** Why the store does not answer is none of a stranger's business: that is logged. */
		async probe(): Promise<Answer> {
			if (!(await inboxStats())) {
				return { status: 503, body: { status: 'failing', error: "The store doesn't respond." } };
			}
			return (await isWritable())
				? { status: 200, body: { status: 'ok' } }
				: { status: 503, body: { status: 'failing', error: "The store can't be written to." } };
		},
		figures: async (): Promise<Answer> => ({
			status: 200,
			body: metrics.text(now(), await inboxStats(), await forwardStats()),
		}),
	};
}

export type Health = ReturnType<typeof openHealth>;
