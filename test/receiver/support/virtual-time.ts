import type { Runtime } from '../../../base';
import { systemRuntime } from '../../../base';
import { NOW } from '../../support/engine-scene';

/** Time that passes only when a test lets it, and in which timers are called when they are due. */
export function virtualTime() {
	let elapsed = 0;
	let underWay = 0;
	let timers: Array<{ at: number; act: () => void }> = [];
	const turn = () => systemRuntime.turn();

	/** Waits until everything that is under way in the real world has ended. */
	async function calm(): Promise<void> {
		for (let turns = 0; turns < 3; turns += 1) {
			await turn();
			if (underWay > 0) turns = -1;
		}
	}

	const runtime: Runtime = {
		...systemRuntime,
		now: () => NOW + elapsed,
		monotonic: () => elapsed,
		after(ms, act) {
			const timer = { at: elapsed + ms, act };
			timers.push(timer);
			return () => void (timers = timers.filter((each) => each !== timer));
		},
	};
	return {
		runtime,
		now: runtime.now,
		/** Something real that time waits for. */
		real<Given extends unknown[], Result>(act: (...given: Given) => Promise<Result>) {
			return async (...given: Given): Promise<Result> => {
				underWay += 1;
				try {
					return await act(...given);
				} finally {
					underWay -= 1;
				}
			};
		},
		calm,
		/** Lets so much time pass. ms */
		async pass(ms: number): Promise<void> {
			const end = elapsed + ms;
			for (;;) {
				await calm();
				const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
				if (!next) break;
				timers = timers.filter((each) => each !== next);
				elapsed = Math.max(elapsed, next.at);
				next.act();
			}
			elapsed = end;
		},
		/** Time passes while nobody is there. ms */
		jump: (ms: number) => void (elapsed += ms),
	};
}
