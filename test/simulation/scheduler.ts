import type { Random } from '../support/seeded-random';
import type { Trace } from './trace';

/** Whose steps they are: those of an owner that has crashed are never taken, those of a paused one later. */
export interface StepOwner {
	isAlive: boolean;
	/** Virtual time. ms */
	pausedUntil: number;
}

interface Step {
	/** Virtual time. ms */
	at: number;
	/** When it was to be taken, before a pause of its owner. ms */
	due: number;
	/** Decides between steps of the same time. */
	tie: number;
	name: string;
	owner?: StepOwner;
	act: () => void | Promise<void>;
	isCancelled: boolean;
}

/** Takes steps in the order of virtual time, those of the same time in an order that the seed decides. */
export interface Scheduler {
	/** Virtual time since the start. ms */
	now(): number;
	/**
	 * Has a step taken after so long (ms).
	 * @returns cancels it
	 */
	after(ms: number, name: string, act: Step['act'], owner?: StepOwner): () => void;
	/** Takes steps until something is so, or until a time (ms). Returns whether it is so. */
	runUntil(isSo: () => boolean, until: number): Promise<boolean>;
}

/** Lets everything run that waits for nothing but its turn. */
const drained = () => new Promise<void>((resolve) => setImmediate(resolve));

const isBefore = (a: Step, b: Step) =>
	a.at === b.at ? (a.due === b.due ? a.tie < b.tie : a.due < b.due) : a.at < b.at;

/** Steps, the first one on top. */
function openHeap() {
	const steps: Step[] = [];

	function swap(a: number, b: number): void {
		[steps[a], steps[b]] = [steps[b]!, steps[a]!];
	}

	return {
		first: (): Step | undefined => steps[0],
		add(step: Step): void {
			let at = steps.push(step) - 1;
			while (at > 0) {
				const parent = (at - 1) >> 1;
				if (!isBefore(steps[at]!, steps[parent]!)) return;
				swap(at, parent);
				at = parent;
			}
		},
		removeFirst(): void {
			const last = steps.pop()!;
			if (steps.length === 0) return;
			steps[0] = last;
			for (let at = 0; ;) {
				const children = [2 * at + 1, 2 * at + 2].filter((child) => child < steps.length);
				const least = children.reduce((a, b) => (isBefore(steps[b]!, steps[a]!) ? b : a), at);
				if (least === at) return;
				swap(at, least);
				at = least;
			}
		},
	};
}

export function openScheduler(random: Random, trace: Trace): Scheduler {
	const heap = openHeap();
	let now = 0;

	async function take(step: Step): Promise<void> {
		const { owner, name, act, isCancelled } = step;
		if (isCancelled || owner?.isAlive === false) return;
		if (owner && owner.pausedUntil > step.at) {
			step.at = owner.pausedUntil;
			heap.add(step);
			return;
		}
		now = step.at;
		trace.add(now, name);
		await act();
		await drained();
	}

	return {
		now: () => now,
		after(ms, name, act, owner) {
			const at = now + Math.max(0, ms);
			const step: Step = {
				at,
				due: at,
				tie: random.next(),
				name,
				act,
				isCancelled: false,
				...(owner && { owner }),
			};
			heap.add(step);
			return () => void (step.isCancelled = true);
		},
		async runUntil(isSo, until) {
			await drained();
			while (!isSo()) {
				const step = heap.first();
				if (!step || step.at > until) {
					now = Math.max(now, until);
					return isSo();
				}
				heap.removeFirst();
				await take(step);
			}
			return true;
		},
	};
}
