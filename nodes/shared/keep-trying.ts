import type { Runtime } from '../../base';
import { backoffAfter, createSignal, systemRuntime } from '../../base';

/** How long to wait between tries. ms */
const BACKOFF = { first: 500, most: 15_000 };

interface KeepTryingOptions {
	stop: AbortSignal;
	/** Hears of every failed try, and of how long it hasn't worked. */
	onFailure(error: unknown, failingForMs: number): void;
	runtime?: Runtime;
}

/** Tries until it works; `undefined` if it was stopped before. */
export async function keepTrying<Result>(
	attempt: () => Promise<Result>,
	{ stop, onFailure, runtime = systemRuntime }: KeepTryingOptions,
): Promise<Result | undefined> {
	const began = runtime.monotonic();
	const stopped = createSignal(runtime);
	stop.addEventListener('abort', stopped.raise, { once: true });
	try {
		for (let failures = 1; !stop.aborted; failures++) {
			try {
				return await attempt();
			} catch (error) {
				onFailure(error, runtime.monotonic() - began);
				if (!stop.aborted) await stopped.wait(backoffAfter(BACKOFF, failures));
			}
		}
		return undefined;
	} finally {
		stop.removeEventListener('abort', stopped.raise);
	}
}
