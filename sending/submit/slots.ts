import type { Runtime } from '../../base';
import type { Slot } from '../../engine';

/**
 * How late a slot may be used. A later one is lost: many used late together would be more than the burst that gateways
 * allow, which is what comes in 50 ms (5 %). ms
 */
const TOLERANCE = 20;

/** Whether a slot has passed, so that its message needs another one. Both in ms of the monotonic clock. */
export const hasPassed = (slot: number, now: number): boolean => now - slot > TOLERANCE;

interface Timed<Item> {
	item: Item;
	/** Of the monotonic clock. ms */
	time: number;
}

export interface Schedule<Item> {
	/**
	 * Has items called, each at the time of its slot (ms of the monotonic clock). Slots come in order. If the store's clock
	 * was set ahead, new ones seem to come before those that were added before: then they come after them.
	 */
	add(items: Item[], times: number[]): void;
	/** How far ahead the last slot is. ms */
	ahead(): number;
	size(): number;
	/** Takes out what wasn't called. */
	clear(): Item[];
}

/**
 * Calls items at their slots. If the thread was held for so long that a slot has passed, its item is late and needs
 * another slot.
 */
export function openSchedule<Item>(
	runtime: Pick<Runtime, 'monotonic' | 'after'>,
	call: (item: Item) => void,
	late: (items: Item[]) => void,
): Schedule<Item> {
	const { monotonic } = runtime;
	let queue: Array<Timed<Item>> = [];
	let cancel = () => {};

	function arm(): void {
		const [next] = queue;
		cancel = next ? runtime.after(Math.max(0, next.time - monotonic()), run) : () => {};
	}

	function run(): void {
		const now = monotonic();
		const due = queue.findIndex(({ time }) => time > now);
		const past = queue.splice(0, due === -1 ? queue.length : due);
		const missed = past.filter(({ time }) => hasPassed(time, now));
		for (const { item, time } of past) if (!hasPassed(time, now)) call(item);
		if (missed.length > 0) late(missed.map(({ item }) => item));
		arm();
	}

	return {
		add(items, times) {
			const last = queue.at(-1)?.time ?? -Infinity;
			const behind = Math.max(0, last - (times[0] ?? Infinity));
			queue.push(...items.map((item, index) => ({ item, time: times[index]! + behind })));
			cancel();
			arm();
		},
		ahead: () => (queue.at(-1)?.time ?? -Infinity) - monotonic(),
		size: () => queue.length,
		clear() {
			cancel();
			const items = queue.map(({ item }) => item);
			queue = [];
			return items;
		},
	};
}

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
