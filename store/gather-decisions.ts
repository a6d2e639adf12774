import type { Runtime } from '../base';
import { SECOND } from '../base';
import type { DecisionNote } from '../engine/store/decisions';

/** How long decisions that act on nothing are gathered before they are written. ms */
const GATHER = SECOND / 2;
/** So many are kept while the database doesn't take them; then the oldest go. */
const MOST = 10_000;

/** Decisions that act on nothing: nobody waits until they are written. */
export interface GatheredDecisions {
	add(notes: readonly DecisionNote[]): void;
	/** Writes what was gathered. What the database doesn't take is tried again later. */
	flush(): Promise<void>;
	/** Writes the rest, and ends. */
	close(): Promise<void>;
}

/** Gathers decisions, and writes them within half a second, many in one transaction. */
export function gatherDecisions(
	{ after }: Runtime,
	write: (notes: DecisionNote[]) => Promise<void>,
): GatheredDecisions {
	let notes: DecisionNote[] = [];
	let cancel: (() => void) | undefined;
	let writing: Promise<void> = Promise.resolve();

	async function writeAll(): Promise<void> {
		const some = notes;
		if (some.length === 0) return;
		notes = [];
		try {
			await write(some);
		} catch {
			notes = [...some, ...notes].slice(-MOST);
			schedule();
		}
	}

	function flush(): Promise<void> {
		cancel?.();
		cancel = undefined;
		writing = writing.then(writeAll);
		return writing;
	}

	function schedule(): void {
		cancel ??= after(GATHER, () => void flush(), 'background');
	}

	return {
		add(some) {
			notes = [...notes, ...some].slice(-MOST);
			schedule();
		},
		flush,
		async close() {
			await flush();
			cancel?.();
		},
	};
}
