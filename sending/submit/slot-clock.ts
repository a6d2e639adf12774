import type { Runtime } from '../../base';

/**
 * Local time in whole microseconds since the epoch, for slots. It advances with the monotonic clock, so that no
 * correction of the local time moves slots that are taken.
 */
export function openSlotClock({ now, monotonic }: Runtime): () => number {
	const origin = (now() - monotonic()) * 1_000;
	return () => Math.floor(origin + monotonic() * 1_000);
}
