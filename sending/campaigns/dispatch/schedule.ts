/**
 * How late a slot may be used. A later one is lost: many used late together would be more than the burst that gateways
 * allow, which is what comes in 50 ms (5 %). µs
 */
const TOLERANCE = 20_000;

interface Slotted<Item> {
	item: Item;
	/** Local time. Epoch µs */
	at: number;
}

export interface Schedule<Item> {
	/** Has items handed over, each at its slot. Slots come in order. */
	add(items: Item[], slots: number[]): void;
	/** How far ahead the last slot lies. µs */
	ahead(): number;
	size(): number;
	/** Takes out what has not been handed over. */
	clear(): Item[];
}

/**
 * Hands items over at their slots. Where the thread was held for so long that a slot has passed, its item is late: it
 * needs another slot.
 */
export function openSchedule<Item>(
	now: () => number,
	handOver: (item: Item) => void,
	late: (items: Item[]) => void,
): Schedule<Item> {
	let queue: Array<Slotted<Item>> = [];
	let timer: NodeJS.Timeout | undefined;

	function arm(): void {
		const [next] = queue;
		timer = next && setTimeout(run, Math.max(0, (next.at - now()) / 1_000));
	}

	function run(): void {
		const time = now();
		const due = queue.findIndex(({ at }) => at > time);
		const past = queue.splice(0, due === -1 ? queue.length : due);
		const missed = past.filter(({ at }) => time - at > TOLERANCE);
		for (const { item, at } of past) if (time - at <= TOLERANCE) handOver(item);
		if (missed.length > 0) late(missed.map(({ item }) => item));
		arm();
	}

	return {
		add(items, slots) {
			queue.push(...items.map((item, index) => ({ item, at: slots[index]! })));
			clearTimeout(timer);
			arm();
		},
		ahead: () => (queue.at(-1)?.at ?? 0) - now(),
		size: () => queue.length,
		clear() {
			clearTimeout(timer);
			const items = queue.map(({ item }) => item);
			queue = [];
			return items;
		},
	};
}
