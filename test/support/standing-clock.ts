import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';
import { NOW } from './engine-scene';

/** A clock that stands still until a test moves it, and a runtime with it. Timers are real. */
export function standingClock() {
	const clock = {
		/** Epoch ms */
		now: NOW,
		runtime: {} as Runtime,
	};
	clock.runtime = { ...systemRuntime, now: () => clock.now, monotonic: () => clock.now };
	return clock;
}
