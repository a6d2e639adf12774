/**
 * One order that keeps the order of every list.
 * @throws Error if two lists contradict each other
 */
export function mergeOrders<Entry>(lists: ReadonlyArray<readonly Entry[]>): Entry[] {
	const earlier = new Map<Entry, Set<Entry>>();
	for (const list of lists) {
		for (const [index, entry] of list.entries()) {
			const before = earlier.get(entry) ?? new Set();
			earlier.set(entry, before);
			if (index > 0) before.add(list[index - 1]!);
		}
	}
	const merged = new Set<Entry>();
	const waiting = new Set<Entry>();
	function add(entry: Entry): void {
		if (merged.has(entry)) return;
		if (waiting.has(entry)) throw new Error('Two operations show the same fields in different orders.');
		waiting.add(entry);
		for (const before of earlier.get(entry)!) add(before);
		merged.add(entry);
	}
	for (const entry of earlier.keys()) add(entry);
	return [...merged];
}
