import type { Runtime } from './runtime';

/** So many answers are kept, the newest used. */
const MOST = 5_000;

/** Remembers what was read, so that what takes long is read rarely, however many ask. */
export interface Memo {
	/**
	 * What `read` returns, or what it returned within `freshFor` (ms), or longer ago if reading takes long. Whoever asks
	 * meanwhile waits for the same answer.
	 */
	get<Value>(key: string, freshFor: number, read: () => Promise<Value>): Promise<Value>;
	/** Forgets an answer, because what it says has changed. */
	forget(key: string): void;
}

interface Kept {
	value: Promise<unknown>;
	/** Until when it is used. Of the monotonic clock. ms */
	until: number;
}

/** @param rests for so many times as long as reading took, nothing is read again */
export function createMemo({ monotonic }: Pick<Runtime, 'monotonic'>, rests: number): Memo {
	const kept = new Map<string, Kept>();
	return {
		get<Value>(key: string, freshFor: number, read: () => Promise<Value>) {
			const known = kept.get(key);
			if (known !== undefined && monotonic() < known.until) return known.value as Promise<Value>;
			const began = monotonic();
			const value = read();
			const entry: Kept = { value, until: Infinity };
			kept.delete(key);
			kept.set(key, entry);
			if (kept.size > MOST) kept.delete(kept.keys().next().value!);
			value.then(
				() => {
					const ended = monotonic();
					entry.until = ended + Math.max(freshFor, rests * (ended - began));
				},
				() => kept.get(key) === entry && kept.delete(key),
			);
			return value;
		},
		forget: (key) => void kept.delete(key),
	};
}
