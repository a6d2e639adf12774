/** A source of choices that a number determines, so that each case can be repeated alone. */
export interface Choices {
	/** A whole number from 0 to below `most`. */
	below(most: number): number;
	/** True in one of so many times. */
	oneIn(times: number): boolean;
	pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32, from a seed and the number of a case. */
export function choicesOf(seed: number, index: number): Choices {
	let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) | 0;
	function next(): number {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}
	const below = (most: number) => Math.floor(next() * most);
	return {
		below,
		oneIn: (times) => below(times) === 0,
		pick: (items) => items[below(items.length)]!,
	};
}
