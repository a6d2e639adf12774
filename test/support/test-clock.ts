import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';
import type { Store } from '../../engine';
import { NOW } from './engine-scene';

/** After so many turns in which nothing real began or ended, nothing is under way. */
const CALM_TURNS = 3;
/** What holds later than that never does. */
const MOST_STEPS = 10_000;
/** Like a real timer, none ends earlier. ms */
const SHORTEST_TIMER = 1;

interface Timer {
	/** Since the start. ms */
	at: number;
	act: () => void;
	isBackground: boolean;
}

/** What of a store itself waits for time to pass. */
const WAITS_FOR_TIME = /^until[A-Z]/;

type Act<Given extends unknown[], Result> = (...given: Given) => Promise<Result>;

/** Time that a test steps. Timers are called when they are due, and the times of a store with this runtime advance with them. */
export interface TestClock {
	runtime: Runtime;
	/** Epoch ms */
	now(): number;
	/** Something real, such as a request, that time waits for, and that takes so long (ms; no time if left out). */
	real<Given extends unknown[], Result>(act: Act<Given, Result>, takes?: number): Act<Given, Result>;
	/** The store, whose operations time waits for. */
	watch(store: Store): Store;
	/** The runtime of a server that requests wait for: time passes while the server lets one wait for it. */
	ofServer: Runtime;
	/** Resolves once everything that is under way in the real world has ended. */
	calm(): Promise<void>;
	/** Lets so much time pass. ms */
	pass(ms: number): Promise<void>;
	/** Lets time pass, so much at a time (ms), until something holds. @throws Error if it never does */
	passUntil(holds: () => Promise<boolean> | boolean, step?: number): Promise<void>;
	/** Lets time pass until something has ended. */
	passWhile<Result>(lasts: Promise<Result>): Promise<Result>;
	/** Time passes while nobody is there: no timer is called on the way. ms */
	jump(ms: number): void;
	/** Lets time pass by itself from now on: from timer to timer, as soon as nothing real is under way. */
	run(): void;
}

/** A clock that begins at a time (epoch ms), and stands still until a test moves it or lets it run. */
export function openTestClock(start = NOW): TestClock {
	let elapsed = 0;
	let underWay = 0;
	/** Counts what began and ended. */
	let events = 0;
	let waiting: Array<() => void> = [];
	let timers: Timer[] = [];
	let runs = false;
	let isRunning = false;

	function begin(): void {
		underWay += 1;
		events += 1;
	}

	function end(): void {
		underWay -= 1;
		events += 1;
		if (underWay > 0) return;
		const woken = waiting;
		waiting = [];
		for (const wake of woken) wake();
	}

	function real<Given extends unknown[], Result>(act: Act<Given, Result>, takes = 0): Act<Given, Result> {
		return async (...given) => {
			begin();
			try {
				return await act(...given);
			} finally {
				elapsed += takes;
				end();
			}
		};
	}

	async function calm(): Promise<void> {
		for (let turns = 0; turns < CALM_TURNS; turns += 1) {
			const before = events;
			if (underWay > 0) await new Promise<void>((resolve) => waiting.push(resolve));
			await systemRuntime.turn();
			if (events !== before || underWay > 0) turns = -1;
		}
	}

	function callFirst(until: number): boolean {
		const first = timers.reduce<Timer | undefined>(
			(found, timer) => (found && found.at <= timer.at ? found : timer),
			undefined,
		);
		if (!first || first.at > until) return false;
		timers.splice(timers.indexOf(first), 1);
		elapsed = Math.max(elapsed, first.at);
		first.act();
		return true;
	}

	/** Like a process, time goes on only for timers that keep it alive. */
	async function advance(): Promise<void> {
		if (!runs || isRunning) return;
		isRunning = true;
		while (timers.some(({ isBackground }) => !isBackground)) {
			await calm();
			if (timers.some(({ isBackground }) => !isBackground)) callFirst(Infinity);
		}
		isRunning = false;
	}

	const runtime: Runtime = {
		...systemRuntime,
		now: () => Math.floor(start + elapsed),
		monotonic: () => elapsed,
		after(ms, act, kind) {
			const isBackground = kind === 'background';
			const timer = { at: elapsed + Math.max(SHORTEST_TIMER, ms), act, isBackground };
			timers.push(timer);
			events += 1;
			void advance();
			return () => void (timers = timers.filter((each) => each !== timer));
		},
		turn: real(() => systemRuntime.turn()),
	};

	const ofServer: Runtime = {
		...runtime,
		after(ms, act, kind) {
			if (kind === 'background') return runtime.after(ms, act, kind);
			let isOver = false;
			const over = () => {
				if (!isOver) begin();
				isOver = true;
			};
			end();
			const cancel = runtime.after(ms, () => {
				over();
				act();
			});
			return () => {
				over();
				cancel();
			};
		},
	};

	function watched<Part extends object>(part: Part): Part {
		const entries = Object.entries(part).map(([name, each]: [string, unknown]) => {
			if (typeof each === 'function' && !WAITS_FOR_TIME.test(name)) {
				const act = each as (...given: unknown[]) => unknown;
				const watchedAct = (...given: unknown[]) => {
					const result = act(...given);
					return result instanceof Promise ? real(() => result)() : result;
				};
				return [name, watchedAct];
			}
			const isPart = typeof each === 'object' && each !== null && name !== 'runtime';
			return [name, isPart ? watched(each) : each];
		});
		return Object.fromEntries(entries) as Part;
	}

	async function pass(ms: number): Promise<void> {
		const until = elapsed + ms;
		do await calm();
		while (callFirst(until));
		elapsed = Math.max(elapsed, until);
	}

	async function passUntil(holds: () => Promise<boolean> | boolean, step = 10): Promise<void> {
		for (let steps = 0; !(await holds()); steps += 1) {
			if (steps === MOST_STEPS) throw new Error(`This didn't come to hold: ${holds}`);
			await pass(step);
		}
	}

	return {
		runtime,
		ofServer,
		now: runtime.now,
		real,
		watch: watched,
		calm,
		pass,
		passUntil,
		async passWhile(lasts) {
			let isOver = false;
			const over = () => void (isOver = true);
			void lasts.then(over, over);
			await passUntil(() => isOver);
			return await lasts;
		},
		jump: (ms) => void (elapsed += ms),
		run() {
			runs = true;
			void advance();
		},
	};
}
