import type { Runtime } from './runtime';

/** Something that one part of a process waits for and another part raises. */
export interface Signal {
	raise(): void;
	/** Resolves when it is raised and this is so (always, if left out), or after so long (ms). */
	wait(ms: number, isSo?: () => boolean): Promise<void>;
}

interface Waiting {
	isSo(): boolean;
	wake(): void;
}

/** A signal. Waiting for a background signal doesn't keep the process alive. */
export function createSignal(runtime: Runtime, kind?: 'background'): Signal {
	const waiting = new Set<Waiting>();
	return {
		raise() {
			for (const { isSo, wake } of waiting) if (isSo()) wake();
		},
		wait(ms, isSo = () => true) {
			return new Promise((resolve) => {
				const one: Waiting = {
					isSo,
					wake() {
						cancel();
						waiting.delete(one);
						resolve();
					},
				};
				const cancel = runtime.after(ms, one.wake, kind);
				waiting.add(one);
			});
		},
	};
}
