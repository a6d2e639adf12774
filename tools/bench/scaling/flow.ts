/** What passes a part of the whole: how much of it, and how long it takes. */
export interface Flow {
	began(): void;
	/** @param took ms */
	ended(took: number): void;
	/** Begins to count. */
	reset(): void;
	/** How many ended. */
	count(): number;
	/** How many ended for each that began: less than 1 if ever more wait. */
	share(): number;
	/** How long 99 of 100 took at most. ms */
	p99(): number;
}

export function openFlow(): Flow {
	let begun = 0;
	let times: number[] = [];
	return {
		began: () => void (begun += 1),
		ended: (took) => void times.push(took),
		reset() {
			[begun, times] = [0, []];
		},
		count: () => times.length,
		share: () => (begun === 0 ? 1 : times.length / begun),
		p99() {
			const sorted = Float64Array.from(times).sort();
			return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
		},
	};
}
