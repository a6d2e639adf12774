import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';

/**
 * The system's runtime for somebody who is waited for, whose timers end earlier.
 * @param waits how long one lasts instead (ms), of how long it would last (ms), and whether it is in the background
 */
export const impatientRuntime = (waits: (ms: number, kind?: 'background') => number): Runtime => ({
	...systemRuntime,
	after: (ms, act, kind) => systemRuntime.after(waits(ms, kind), act, kind),
});

/** The system's runtime, whose stopwatch and timers are so many times as fast. */
export const fastRuntime = (times: number): Runtime => ({
	...impatientRuntime((ms) => ms / times),
	monotonic: () => systemRuntime.monotonic() * times,
});
