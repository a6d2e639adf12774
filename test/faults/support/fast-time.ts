import { setTimeout as wait } from 'node:timers/promises';
import type { Runtime } from '../../../base';
import { systemRuntime } from '../../../base';
import type { Sandbox } from '../../../sandbox';

/** How often the gateway's clock is moved. ms */
const EVERY = 20;

/** A runtime whose time passes so many times as fast, and who sleeps accordingly. */
export function fastRuntime(times: number): Runtime {
	const began = Date.now();
	const fast = () => systemRuntime.monotonic() * times;
	const origin = began - fast();
	return {
		...systemRuntime,
		now: () => Math.floor(origin + fast()),
		monotonic: fast,
		after: (ms, act, kind) => systemRuntime.after(ms / times, act, kind),
	};
}

/** Lets the gateway's clock follow that runtime. Returns what ends it. */
export function followTime({ clock }: Sandbox, runtime: Runtime): () => Promise<void> {
	let isOver = false;
	const following = (async () => {
		while (!isOver) {
			const behind = runtime.now() - clock.now();
			if (behind > 0) await clock.advance(behind);
			await wait(EVERY);
		}
	})();
	return async () => {
		isOver = true;
		await following;
	};
}
