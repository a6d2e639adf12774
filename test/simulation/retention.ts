import type { Store } from '../../engine';

/** Which events may be forgotten by now. */
export interface Forgetting {
	/** The store, whose events and cuts are heard. Whatever the store itself does with them isn't believed. */
	witness(store: Store): Store;
	/** Whether an event is older than the latest cut of retention. */
	mayForget(id: string): boolean;
}

export function openForgetting(): Forgetting {
	/** When each event was received first, by the clock of the process that received it. Epoch ms */
	const receivedAt = new Map<string, number>();
	let cut = -Infinity;
	return {
		witness: (store) => ({
			...store,
			commitEvents(commits, at, ...more) {
				for (const { event } of commits) {
					receivedAt.set(event.id, Math.min(at, receivedAt.get(event.id) ?? at));
				}
				return store.commitEvents(commits, at, ...more);
			},
			prune(retention, signal) {
				cut = Math.max(cut, retention.events);
				return store.prune(retention, signal);
			},
		}),
		mayForget: (id) => (receivedAt.get(id) ?? Infinity) < cut,
	};
}
