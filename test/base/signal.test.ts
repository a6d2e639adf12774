import { createSignal, every, sleep, systemRuntime } from '../../base';
import type { Runtime } from '../../base';

/** A runtime whose timers fire when the test says so. */
function steppedRuntime() {
	let time = 0;
	const timers = new Map<() => void, number>();
	const runtime: Runtime = {
		...systemRuntime,
		now: () => time,
		monotonic: () => time,
		after(ms, act) {
			timers.set(act, time + ms);
			return () => void timers.delete(act);
		},
	};
	const advance = (ms: number) => {
		const end = time + ms;
		for (;;) {
			const [next] = [...timers].filter(([, at]) => at <= end).sort(([, a], [, b]) => a - b);
			if (!next) break;
			timers.delete(next[0]);
			time = next[1];
			next[0]();
		}
		time = end;
	};
	return { runtime, advance, pending: () => timers.size };
}

const settled = async (promise: Promise<unknown>) => {
	let done = false;
	void promise.then(() => (done = true));
	await systemRuntime.turn();
	return done;
};

describe('a signal', () => {
	it('wakes everyone who waits when it is raised, and leaves no timer behind', async () => {
		const { runtime, pending } = steppedRuntime();
		const signal = createSignal(runtime);
		const waiting = [signal.wait(100), signal.wait(200)];
		signal.raise();
		await Promise.all(waiting);
		expect(pending()).toBe(0);
	});

	it('wakes at the end of the time if nobody raises it, and not a moment earlier', async () => {
		const { runtime, advance } = steppedRuntime();
		const waiting = createSignal(runtime).wait(100);
		advance(99);
		expect(await settled(waiting)).toBe(false);
		advance(1);
		expect(await settled(waiting)).toBe(true);
	});

	it('wakes who waits for something when it is raised and that is so', async () => {
		const { runtime, pending } = steppedRuntime();
		const signal = createSignal(runtime);
		let count = 0;
		const [two, three] = [2, 3].map((wanted) => signal.wait(100, () => count >= wanted)) as [
			Promise<void>,
			Promise<void>,
		];
		count = 1;
		signal.raise();
		expect(await settled(two)).toBe(false);
		count = 2;
		signal.raise();
		expect(await settled(two)).toBe(true);
		expect(await settled(three)).toBe(false);
		expect(pending()).toBe(1);
	});

	it('wakes who waits for something that never comes at the end of the time', async () => {
		const { runtime, advance } = steppedRuntime();
		const signal = createSignal(runtime);
		const waiting = signal.wait(100, () => false);
		advance(99);
		signal.raise();
		expect(await settled(waiting)).toBe(false);
		advance(1);
		expect(await settled(waiting)).toBe(true);
	});

	it('does not wake who begins to wait after it was raised', async () => {
		const { runtime } = steppedRuntime();
		const signal = createSignal(runtime);
		signal.raise();
		expect(await settled(signal.wait(100))).toBe(false);
	});
});

describe('timers', () => {
	it('sleep resolves after its time', async () => {
		const { runtime, advance } = steppedRuntime();
		const sleeping = sleep(runtime, 50);
		advance(49);
		expect(await settled(sleeping)).toBe(false);
		advance(1);
		expect(await settled(sleeping)).toBe(true);
	});

	it('every calls until it is ended, also by the call itself', () => {
		const { runtime, advance } = steppedRuntime();
		const calls: number[] = [];
		const end = every(runtime, 10, () => {
			calls.push(runtime.now());
			if (calls.length === 3) end();
		});
		advance(100);
		expect(calls).toEqual([10, 20, 30]);
	});
});
