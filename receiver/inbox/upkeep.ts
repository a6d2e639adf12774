import type { Runtime } from '../../base';
import { errorText, every, HOUR } from '../../base';
import type { Store, Subscription } from '../../engine';
import { forgetOld } from '../../engine';
import type { Incident } from '../incidents';

/** How long things are kept. ms */
export interface Keeping {
	/** Events, with the marks that identify their redeliveries. */
	events?: number;
	/** Sends that have ended, with the keys that identify their repeats. */
	sends?: number;
}

export interface UpkeepOptions {
	keeping?: Keeping;
	runtime: Runtime;
	tell: (key: string, incident: Incident) => void;
}

/**
 * Reports every hour that the subscription is alive, so that nothing is forgotten that it hasn't had, and forgets what
 * is older than the store is set to keep it.
 * @returns ends it, and resolves when nothing of it is under way
 */
export function startUpkeep(
	store: Store,
	subscription: Subscription,
	{ keeping, runtime, tell }: UpkeepOptions,
): () => Promise<void> {
	let isSet = keeping === undefined;

	async function keepUp(): Promise<void> {
		const now = runtime.now();
		try {
			await store.inbox.subscribe({ ...subscription, from: 'where-it-stood' }, now);
			if (!isSet) await store.retention.set({ ...keeping });
			isSet = true;
			await forgetOld(store, now);
		} catch (error) {
			const message = `The inbox couldn't be cleaned up: ${errorText(error)}`;
			tell('upkeep', { level: 'warn', event: 'upkeep-failed', message, subscription: subscription.id });
		}
	}

	let last = keepUp();
	const end = every(runtime, HOUR, () => (last = last.then(keepUp)), 'background');
	return () => {
		end();
		return last;
	};
}
