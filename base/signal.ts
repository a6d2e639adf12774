import type { Runtime } from './runtime';

/** Something that one part of a process waits for and another part raises. */
export interface Signal {
	raise(): void;
	/** Resolves when it is raised, or after so long (ms). */
	wait(ms: number): Promise<void>;
}

/** A signal. Waiting for a background signal doesn't keep the process alive. */
export function createSignal(runtime: Runtime, kind?: 'background'): Signal {
	let waiting = new Set<() => void>();
	return {
		raise() {
			const woken = waiting;
			waiting = new Set();
			for (const wake of woken) wake();
		},
		wait(ms) {
			return new Promise((resolve) => {
				const wake = () => {
					cancel();
					waiting.delete(wake);
					resolve();
				};
				const cancel = runtime.after(ms, wake, kind);
				waiting.add(wake);
			});
		},
	};
}
