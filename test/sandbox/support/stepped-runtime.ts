import { systemRuntime, type Runtime } from '../../../base';

interface Timer {
	readonly at: number;
	readonly act: () => void;
}

/** A runtime whose time passes only when a test says so. */
export function steppedRuntime(startAt = 1_800_000_000_000) {
	let now = startAt;
	let timers: Timer[] = [];
	const runtime: Runtime = {
		...systemRuntime,
		now: () => now,
		monotonic: () => now,
		after(ms, act) {
			const timer = { at: now + ms, act };
			timers.push(timer);
			return () => (timers = timers.filter((other) => other !== timer));
		},
	};
	const dueBy = (at: number) => timers.filter((timer) => timer.at <= at).sort((a, b) => a.at - b.at)[0];
	return {
		runtime,
		/** Lets so many ms pass, and runs the timers that fall due on the way. */
		async pass(ms: number): Promise<void> {
			const until = now + ms;
			for (let next = dueBy(until); next !== undefined; next = dueBy(until)) {
				const { at, act } = next;
				timers = timers.filter((timer) => timer !== next);
				now = at;
				act();
				await systemRuntime.turn();
			}
			now = until;
		},
	};
}
