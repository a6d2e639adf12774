import { DAY, systemRuntime, type Runtime } from '../base';

/** Captured at load, so that a test which fakes `Date` or timers for the product doesn't move the gateway's clock. */
const { timeOrigin } = performance;
const monotonic = performance.now.bind(performance);
const startTimer = setTimeout;
const stopTimer = clearTimeout;

/** Real time, whatever a test does to the globals later. */
export const realRuntime: Runtime = {
	...systemRuntime,
	now: () => Math.floor(timeOrigin + monotonic()),
	monotonic,
	after(ms, act, kind) {
		const timer = startTimer(act, ms);
		if (kind === 'background') timer.unref();
		return () => stopTimer(timer);
	},
};

const LONGEST_TIMER = 2 ** 31 - 1;

/** Dates end somewhere, and what falls due after a jump needs one, too. */
const YEARS_OF_JUMP = 100;
const LONGEST_JUMP = YEARS_OF_JUMP * 365 * DAY;

/** What a jump has to be. */
export const JUMP = `a number of milliseconds from 0 to ${LONGEST_JUMP} (${YEARS_OF_JUMP} years)`;

/** Whether the clock can jump ahead so far. */
export const isJump = (ms: unknown): ms is number => typeof ms === 'number' && ms >= 0 && ms <= LONGEST_JUMP;

interface Task {
	readonly at: number;
	readonly run: () => void | Promise<void>;
}

/**
 * The gateway's clock. It begins at the real time, runs with it, and can jump ahead.
 * All times are epoch milliseconds. Tasks run in the order of their due time, whether time passes or jumps.
 */
export class VirtualClock {
	#ahead = 0;
	#frozenAt: number | undefined;
	#tasks: Task[] = [];
	#cancelTimer: (() => void) | undefined;
	#advancing: Promise<void> = Promise.resolve();
	readonly #jumpListeners: (() => void)[] = [];

	constructor(readonly runtime: Pick<Runtime, 'now' | 'after'> = realRuntime) {}

	/** How far it has jumped ahead of the real time, in all. ms */
	get ahead(): number {
		return this.#ahead;
	}

	/** Begins so far ahead (ms), before anything is scheduled. */
	beginAhead(ms: number): void {
		this.#ahead = ms;
	}

	/** The virtual time in epoch milliseconds, a whole number. */
	now(): number {
		return this.#frozenAt ?? this.runtime.now() + this.#ahead;
	}

	/** The virtual time in whole Unix seconds, as event timestamps give it. */
	seconds(): number {
		return Math.floor(this.now() / 1000);
	}

	/** The time of an answer or a delivery, and the same to the millisecond, which also says that this clock can jump. */
	headers(): { date: string; 'x-virtual-clock': string } {
		const now = this.now();
		return { date: new Date(now).toUTCString(), 'x-virtual-clock': String(now) };
	}

	/** Runs `run` once virtual time reaches `at`; the returned function cancels it. */
	schedule(at: number, run: Task['run']): () => void {
		const task: Task = { at, run };
		this.#tasks.splice(this.#tasks.findLastIndex((other) => other.at <= at) + 1, 0, task);
		this.#rearm();
		return () => {
			this.#tasks = this.#tasks.filter((other) => other !== task);
			this.#rearm();
		};
	}

	/** Jumps `ms` ahead and runs everything that falls due on the way, each task at its own time. */
	advance(ms: number): Promise<void> {
		if (!isJump(ms)) throw new RangeError(`clock.advance: ms must be ${JUMP}, got ${String(ms)}`);
		const turn = this.#advancing.then(() => this.#jump(Math.round(ms)));
		this.#advancing = turn.catch(() => undefined);
		return turn;
	}

	/** Calls `listener` after every jump. */
	onJump(listener: () => void): void {
		this.#jumpListeners.push(listener);
	}

	/** Forgets all tasks. */
	close(): void {
		this.#tasks = [];
		this.#rearm();
	}

	async #jump(ms: number): Promise<void> {
		const target = this.now() + ms;
		try {
			await this.#runUntil(target);
		} finally {
			this.#frozenAt = undefined;
			this.#ahead += ms;
			this.#rearm();
		}
		for (const listener of this.#jumpListeners) listener();
	}

	async #runUntil(target: number): Promise<void> {
		this.#frozenAt = this.now();
		for (let task = this.#tasks[0]; task !== undefined && task.at <= target; task = this.#tasks[0]) {
			this.#tasks.shift();
			this.#frozenAt = Math.max(this.#frozenAt, task.at);
			await task.run();
		}
	}

	#rearm(): void {
		this.#cancelTimer?.();
		const next = this.#tasks[0];
		if (next === undefined || this.#frozenAt !== undefined) return;
		const wait = Math.min(Math.max(next.at - this.now(), 0), LONGEST_TIMER);
		this.#cancelTimer = this.runtime.after(wait, () => void this.#runDue(), 'background');
	}

	async #runDue(): Promise<void> {
		if (this.#frozenAt !== undefined) return;
		for (let task = this.#tasks[0]; task !== undefined && task.at <= this.now(); task = this.#tasks[0]) {
			this.#tasks.shift();
			await task.run();
		}
		this.#rearm();
	}
}
