/** A rate is measured over at least so long. ms */
const WINDOW = 1_000;

/** How fast something has arrived recently, so that a stall shows soon. Not an average. */
export function openArrivalRate(monotonic: () => number) {
	let since = monotonic();
	let arrived = 0;
	let last = Infinity;
	return {
		note(count: number): void {
			const elapsed = monotonic() - since;
			if (elapsed >= WINDOW) {
				last = (arrived / elapsed) * 1_000;
				since += elapsed;
				arrived = 0;
			}
			arrived += count;
		},
		/** Per second; infinite in the first second, when nobody can tell yet. */
		now(): number {
			const elapsed = monotonic() - since;
			return elapsed >= WINDOW ? (arrived / elapsed) * 1_000 : last;
		},
	};
}
