/** From so many on, those who have left are forgotten. */
const LEFT = 10_000;

/** A line of those who wait. */
export function openLine<Item>() {
	let [items, first] = [[] as Item[], 0];

	function forget(): void {
		if (first > LEFT && 2 * first > items.length) [items, first] = [items.slice(first), 0];
	}

	return {
		push: (item: Item) => void items.push(item),
		size: () => items.length - first,
		next(): Item | undefined {
			forget();
			return first < items.length ? items[first++] : undefined;
		},
		take(most: number): Item[] {
			forget();
			const taken = items.slice(first, Math.min(items.length, first + most));
			first += taken.length;
			return taken;
		},
	};
}
