/** What is said of items that can't be planned. */
export const INVALID = 'invalid (the output Invalid says why)';

/** Counts as a text, without those that are 0: `76 sent, 12 held`. */
export function formatCounts(counts: ReadonlyArray<readonly [count: number, what: string]>): string {
	return counts
		.filter(([count]) => count > 0)
		.map(([count, what]) => `${count} ${what}`)
		.join(', ');
}
