/**
 * Local time in whole microseconds since the epoch, for slots: it runs with the monotonic clock, so that no
 * correction of the local time moves the slots that are taken.
 */
export function wallClock(): () => number {
	const start = Date.now() * 1_000 - performance.now() * 1_000;
	return () => Math.floor(start + performance.now() * 1_000);
}
