import type { Runtime } from '../base';

/** Local time that differs by more than this from what is expected was set. ms */
const SET = 5;

/**
 * A clock from a runtime, in whole microseconds since the epoch. It advances with the monotonic clock, which is finer
 * and even, until the local time is set: then it is set too, for all processes of the machine alike.
 */
export function openClock({ now, monotonic }: Pick<Runtime, 'now' | 'monotonic'>): () => number {
	let origin = now() - monotonic();
	return () => {
		const elapsed = monotonic();
		const found = now() - elapsed;
		if (Math.abs(found - origin) > SET) origin = found;
		return Math.floor((origin + elapsed) * 1_000);
	};
}
