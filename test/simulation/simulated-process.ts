import type { Runtime } from '../../base';
import type { Random } from '../support/seeded-random';
import type { Scheduler, StepOwner } from './scheduler';
import type { Trace } from './trace';

/** When a run begins. Epoch ms, a whole second */
export const BEGIN = Date.UTC(2026, 2, 1, 12);

/** Like a real timer, none ends at once: waiting for what rounding leaves would never pass. ms */
const SHORTEST_TIMER = 0.001;

/** The clock of the machine that the processes run on. */
export interface MachineClock {
	/** How far it is ahead of the true time. ms */
	ahead: number;
}

/** A process that can crash or stand still at any step. */
export interface SimulatedProcess extends StepOwner {
	readonly name: string;
	/** Virtual time for what runs in it. */
	readonly runtime: Runtime;
	/** Has a step of it taken after so long (ms). Returns what cancels it. */
	after(ms: number, what: string, act: () => void | Promise<void>): () => void;
	/** None of its steps is taken any more: what waits in it waits for ever. */
	crash(): void;
	/** Notes something in the trace. */
	tell(line: string): void;
}

export interface ProcessOptions {
	scheduler: Scheduler;
	clock: MachineClock;
	random: Random;
	trace: Trace;
	onCrash(): void;
}

export function openProcess(
	name: string,
	{ scheduler, clock, random, trace, onCrash }: ProcessOptions,
): SimulatedProcess {
	const startedAt = scheduler.now();
	let ids = 0;

	const after: SimulatedProcess['after'] = (ms, what, act) =>
		scheduler.after(ms, `${name} ${what}`, act, process);

	const runtime: Runtime = {
		now: () => Math.floor(BEGIN + scheduler.now() + clock.ahead),
		monotonic: () => scheduler.now() - startedAt,
		after: (ms, act) => after(Math.max(SHORTEST_TIMER, ms), 'timer', act),
		turn: () => new Promise((resolve) => after(0, 'turn', resolve)),
		random: random.next,
		uuid() {
			ids += 1;
			return `${name}-${ids}`;
		},
	};

	const process: SimulatedProcess = {
		name,
		runtime,
		isAlive: true,
		pausedUntil: 0,
		after,
		crash() {
			process.isAlive = false;
			process.tell('CRASHES');
			onCrash();
		},
		tell: (line) => trace.add(scheduler.now(), `${name} ${line}`),
	};
	return process;
}
