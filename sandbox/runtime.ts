import { systemRuntime, type Runtime } from '../base';

/** Captured at load, so that a test which fakes `Date` or timers for the product doesn't move the gateway's clock. */
const { timeOrigin } = performance;
const monotonic = performance.now.bind(performance);
const startTimer = setTimeout;
const stopTimer = clearTimeout;

/** Real time, whatever a test does to the globals later. */
export const realRuntime: Runtime = {
	...systemRuntime,
	now: () => Math.floor(timeOrigin + monotonic()),
	monotonic,
	after(ms, act, kind) {
		const timer = startTimer(act, ms);
		if (kind === 'background') timer.unref();
		return () => stopTimer(timer);
	},
};
