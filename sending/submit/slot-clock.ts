import type { Runtime } from '../../base';
import type { Slot } from '../../engine';

/** The store's clock, as far as this process knows it from answers. */
export interface SlotClock {
	/**
	 * Notes what time it was in the store.
	 * @param now epoch µs of the store's clock, from an answer that has just come
	 * @param askedAt when it was asked for: ms of the monotonic clock
	 */
	note(now: number, askedAt: number): void;
	/** When a slot comes: ms of the monotonic clock. */
	timeOf(slot: Slot): number;
}

/**
 * Follows the store's clock with the monotonic one, so that nobody's local time moves a slot. The store read its clock
 * between question and answer: what is believed changes only as far as it contradicts that, so that answers that take
 * long don't move slots to and fro.
 */
export function openSlotClock({ monotonic }: Pick<Runtime, 'monotonic'>): SlotClock {
	/** How far the store's clock is ahead of the monotonic one. µs */
	let offset: number | undefined;
	return {
		note(now, askedAt) {
			const [least, most] = [now - monotonic() * 1_000, now - askedAt * 1_000];
			offset = Math.min(most, Math.max(least, offset ?? least));
		},
		timeOf: (slot) => (slot - offset!) / 1_000,
	};
}
