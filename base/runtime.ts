import { randomUUID } from 'node:crypto';

/**
 * Time, timers, and randomness: everything that makes two runs differ although they were given the same. A simulation
 * brings its own.
 */
export interface Runtime {
	/** The local clock. Epoch ms */
	now(): number;
	/** Advances evenly, however the local clock is set. ms */
	monotonic(): number;
	/**
	 * Calls `act` after so long (ms). A background timer doesn't keep the process alive.
	 * @returns cancels the call
	 */
	after(ms: number, act: () => void, kind?: 'background'): () => void;
	/** Lets everything else that is ready run first. */
	turn(): Promise<void>;
	/** From 0 up to 1. */
	random(): number;
	/** An id that nobody else has. */
	uuid(): string;
}

/** The runtime of the process. */
export const systemRuntime: Runtime = {
	now: () => Date.now(),
	monotonic: () => performance.now(),
	after(ms, act, kind) {
		const timer = setTimeout(act, ms);
		if (kind === 'background') timer.unref();
		return () => clearTimeout(timer);
	},
	turn: () => new Promise((resolve) => setImmediate(resolve)),
	random: () => Math.random(),
	uuid: () => randomUUID(),
};

/** Resolves after so long (ms). */
export function sleep(runtime: Runtime, ms: number, kind?: 'background'): Promise<void> {
	return new Promise((resolve) => runtime.after(ms, resolve, kind));
}

/**
 * Calls `act` every so often (ms).
 * @returns ends it
 */
export function every(runtime: Runtime, ms: number, act: () => void, kind?: 'background'): () => void {
	let cancel = runtime.after(ms, run, kind);
	function run(): void {
		cancel = runtime.after(ms, run, kind);
		act();
	}
	return () => cancel();
}
