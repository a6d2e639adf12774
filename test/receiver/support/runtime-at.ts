import type { Runtime } from '../../../base';
import { systemRuntime } from '../../../base';

/** The process's runtime, but for the monotonic clock, which a test moves. */
export function runtimeAt() {
	let elapsed = 0;
	const runtime: Runtime = { ...systemRuntime, monotonic: () => elapsed };
	return {
		runtime,
		/** Lets time pass. ms */
		pass: (ms: number) => void (elapsed += ms),
	};
}
