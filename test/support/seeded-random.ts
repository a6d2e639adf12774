/** A random source with a seed, so that a run can be repeated: TEST_SEED, or else the time. Mulberry32. */
export function seededRandom(seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31)) {
	let state = seed;
	function next(): number {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}
	return {
		seed,
		/** From 0 up to 1. */
		next,
		upTo: (most: number) => next() * most,
		/** Whether something happens that has this probability. */
		chance: (probability: number) => next() < probability,
		pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!,
	};
}

export type Random = ReturnType<typeof seededRandom>;
