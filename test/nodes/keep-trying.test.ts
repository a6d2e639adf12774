import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';
import { keepTrying } from '../../nodes/shared/trouble';

/** A runtime whose timers fire when everything else waits. */
function steppedRuntime() {
	let now = 0;
	const waits: number[] = [];
	let pending = 0;
	const runtime: Runtime = {
		...systemRuntime,
		monotonic: () => now,
		after(ms, act) {
			waits.push(ms);
			pending++;
			let isPending = true;
			const end = () => {
				if (isPending) pending--;
				isPending = false;
			};
			setImmediate(() => {
				if (!isPending) return;
				end();
				now += ms;
				act();
			});
			return end;
		},
	};
	return { runtime, waits, pending: () => pending };
}

it('tries until it works, waits twice as long each time up to 15 s, and tells how long it has failed', async () => {
	const { runtime, waits } = steppedRuntime();
	const failures: Array<[error: unknown, failingForMs: number]> = [];
	let tries = 0;
	const result = await keepTrying(
		async () => {
			if (++tries <= 7) throw new Error(`try ${tries}`);
			return 'opened';
		},
		{
			stop: new AbortController().signal,
			onFailure: (...failure) => failures.push(failure),
			runtime,
		},
	);
	expect(result).toBe('opened');
	expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
	expect(failures[2]).toEqual([new Error('try 3'), 1_500]);
});

it('stops at once while it waits, and leaves no timer behind', async () => {
	const { runtime, pending } = steppedRuntime();
	const stopping = new AbortController();
	const trying = keepTrying(() => Promise.reject(new Error('not yet')), {
		stop: stopping.signal,
		onFailure: () => queueMicrotask(() => stopping.abort()),
		runtime,
	});
	expect(await trying).toBeUndefined();
	expect([pending(), runtime.monotonic()]).toEqual([0, 0]);
});

it('does not try at all if it was stopped before', async () => {
	const attempt = jest.fn(() => Promise.resolve('opened'));
	const onFailure = jest.fn();
	expect(await keepTrying(attempt, { stop: AbortSignal.abort(), onFailure })).toBeUndefined();
	expect(attempt).not.toHaveBeenCalled();
});
