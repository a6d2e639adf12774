import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait between tries: at first, and at most. ms */
const BACKOFF = { first: 500, most: 15_000 };

export interface KeepTryingOptions {
	stop: AbortSignal;
	/** Hears of every failed try, and how long it has not worked. */
	onFailure(error: Error, failingForMs: number): void;
}

/** Tries until it works; `undefined` when it was stopped before that. */
export async function keepTrying<Result>(
	attempt: () => Promise<Result>,
	{ stop, onFailure }: KeepTryingOptions,
): Promise<Result | undefined> {
	const began = performance.now();
	for (let backoff = BACKOFF.first; !stop.aborted; backoff = Math.min(backoff * 2, BACKOFF.most)) {
		try {
			return await attempt();
		} catch (error) {
			onFailure(error instanceof Error ? error : new Error(String(error)), performance.now() - began);
			await sleep(backoff, undefined, { signal: stop }).catch(() => {});
		}
	}
	return undefined;
}
