import type { Store, Subscription } from '../../engine';
import type { Incident } from '../incidents';

/** How long things are kept. ms */
export interface Keeping {
	/** Events, with the marks that tell their redeliveries. */
	events: number;
	/** Sends that have ended, with the keys that tell their repeats. */
	sends: number;
}

export interface UpkeepOptions {
	keeping?: Keeping;
	/** ms */
	every?: number;
	/** The local clock. Epoch ms */
	now: () => number;
	tell: (key: string, incident: Incident) => void;
}

const HOUR = 3_600_000;

/**
 * Says from time to time that the subscription lives, so that nothing is forgotten that it has not had, and forgets
 * what is older than it is kept.
 * @returns ends it, and resolves when nothing of it is under way
 */
export function startUpkeep(
	store: Store,
	subscription: Subscription,
	{ keeping, every = HOUR, now, tell }: UpkeepOptions,
): () => Promise<void> {
	async function keepUp(): Promise<void> {
		try {
			await store.inbox.subscribe({ ...subscription, from: 'where-it-stood' }, now());
			if (keeping) await store.prune({ events: now() - keeping.events, sends: now() - keeping.sends });
		} catch (error) {
			const message = `The inbox was not tidied up: ${error instanceof Error ? error.message : String(error)}`;
			tell('upkeep', { level: 'warn', event: 'upkeep-failed', message, subscription: subscription.id });
		}
	}

	let last = keepUp();
	const timer = setInterval(() => {
		last = last.then(keepUp);
	}, every);
	timer.unref();
	return () => {
		clearInterval(timer);
		return last;
	};
}
