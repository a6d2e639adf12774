import { openLine } from './line';
import type { VirtualTime } from './virtual-time';

/** Something of which there are so many, such as cores: who finds all of them taken waits in line. */
export interface Part {
	/** Takes one until `release` is called. */
	hold(act: (release: () => void) => void): void;
	/** Works for so long (ms of processor time), and then calls back. */
	work(ms: number, done: () => void): void;
	/** The share of the time that they were taken since it was last asked. */
	utilization(): number;
}

/** @param on the cores that it needs to work, if it has none of its own: threads on a machine */
export function openPart({ now, after }: VirtualTime, count: number, on?: Part): Part {
	const waiting = openLine<(release: () => void) => void>();
	let [free, taken, since] = [count, 0, 0];

	function begin(act: (release: () => void) => void): void {
		const begun = now();
		act(() => {
			taken += now() - Math.max(begun, since);
			const next = waiting.next();
			if (next) begin(next);
			else free += 1;
		});
	}

	function hold(act: (release: () => void) => void): void {
		if (free === 0) return waiting.push(act);
		free -= 1;
		begin(act);
	}

	return {
		hold,
		work(ms, done) {
			hold((release) => {
				const end = () => {
					release();
					done();
				};
				if (on) on.work(ms, end);
				else after(ms, end);
			});
		},
		utilization() {
			const share = taken / count / (now() - since);
			[taken, since] = [0, now()];
			return share;
		},
	};
}
