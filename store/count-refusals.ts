import type { Runtime } from '../base';
import { SECOND } from '../base';

/** Anybody can send what is refused, so that it is written only so often. ms */
const EVERY = 10 * SECOND;

/** Deliveries whose signatures were refused, counted until they are written. */
export interface CountedRefusals {
	add(): void;
	/** Writes what was counted. What the database doesn't take is written with the next. */
	flush(): Promise<void>;
}

/** Counts deliveries whose signatures were refused, and writes their count now and then. */
export function countRefusals(
	{ after, now }: Runtime,
	write: (count: number, at: number) => Promise<void>,
): CountedRefusals {
	let [count, at] = [0, 0];
	let cancel: (() => void) | undefined;
	let writing: Promise<void> = Promise.resolve();

	async function writeAll(): Promise<void> {
		const some = count;
		if (some === 0) return;
		count = 0;
		await write(some, at).catch(() => void (count += some));
	}

	function flush(): Promise<void> {
		cancel?.();
		cancel = undefined;
		writing = writing.then(writeAll);
		return writing;
	}

	return {
		add() {
			count += 1;
			at = now();
			cancel ??= after(EVERY, () => void flush(), 'background');
		},
		flush,
	};
}
