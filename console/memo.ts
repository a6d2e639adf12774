import type { Runtime } from '../base';

/** What was read keeps the database free for so many times as long as reading it took. */
const RESTS = 20;
/** So many answers are kept, the newest used. */
const MOST = 5_000;

/** Remembers what was read, so that what takes long is read rarely, however many people look. */
export interface Memo {
	/**
	 * What `read` returns, or what it returned within `freshFor` (ms), or longer ago if reading takes long. Whoever asks
	 * meanwhile waits for the same answer.
	 */
	get<Value>(key: string, freshFor: number, read: () => Promise<Value>): Promise<Value>;
}

interface Kept {
	value: Promise<unknown>;
	/** Until when it is used. Of the monotonic clock. ms */
	until: number;
}

export function createMemo(runtime: Runtime): Memo {
	const kept = new Map<string, Kept>();
	return {
		get<Value>(key: string, freshFor: number, read: () => Promise<Value>) {
			const known = kept.get(key);
			if (known !== undefined && runtime.monotonic() < known.until) return known.value as Promise<Value>;
			const began = runtime.monotonic();
			const value = read();
			const entry: Kept = { value, until: Infinity };
			kept.delete(key);
			kept.set(key, entry);
			if (kept.size > MOST) kept.delete(kept.keys().next().value!);
			value.then(
				() => {
					const ended = runtime.monotonic();
					entry.until = ended + Math.max(freshFor, RESTS * (ended - began));
				},
				() => kept.get(key) === entry && kept.delete(key),
			);
			return value;
		},
	};
}
