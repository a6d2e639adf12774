import type { Runtime } from '../../base';
import type { Slot } from '../../engine';

/**
 * How late a slot may be used. A later one is lost: many used late together would be more than the burst that gateways
 * allow, which is what comes in 50 ms (5 %). µs
 */
const TOLERANCE = 20_000;

interface Slotted<Item> {
	item: Item;
	slot: Slot;
}

export interface Schedule<Item> {
	/** Has items called, each at its slot. Slots come in order. */
	add(items: Item[], slots: Slot[]): void;
	/** How far ahead the last slot is. µs */
	ahead(): number;
	size(): number;
	/** Takes out what wasn't called. */
	clear(): Item[];
}

/**
 * Calls items at their slots. If the thread was held for so long that a slot has passed, its item is late and needs
 * another slot.
 * @param now local time, epoch µs
 */
export function openSchedule<Item>(
	runtime: Runtime,
	now: () => number,
	call: (item: Item) => void,
	late: (items: Item[]) => void,
): Schedule<Item> {
	let queue: Array<Slotted<Item>> = [];
	let cancel = () => {};

	function arm(): void {
		const [next] = queue;
		cancel = next ? runtime.after(Math.max(0, (next.slot - now()) / 1_000), run) : () => {};
	}

	function run(): void {
		const time = now();
		const due = queue.findIndex(({ slot }) => slot > time);
		const past = queue.splice(0, due === -1 ? queue.length : due);
		const missed = past.filter(({ slot }) => time - slot > TOLERANCE);
		for (const { item, slot } of past) if (time - slot <= TOLERANCE) call(item);
		if (missed.length > 0) late(missed.map(({ item }) => item));
		arm();
	}

	return {
		add(items, slots) {
			queue.push(...items.map((item, index) => ({ item, slot: slots[index]! })));
			cancel();
			arm();
		},
		ahead: () => (queue.at(-1)?.slot ?? 0) - now(),
		size: () => queue.length,
		clear() {
			cancel();
			const items = queue.map(({ item }) => item);
			queue = [];
			return items;
		},
	};
}
