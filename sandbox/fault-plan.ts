import type { Faults } from './faults';

type Chance = 'status' | 'error' | 'gatewayError' | 'dropConnection' | 'loseAnswer' | 'failStatus';

/** The faults in force, and how often each may still strike. */
export class FaultPlan {
	readonly #left = new Map<string, number>();
	readonly #random: () => number;

	constructor(readonly active: Faults = {}) {
		this.#random = randomFrom(active.seed ?? 1);
	}

	/** Whether a fault strikes now. It strikes at most `times` in all, and each strike uses one up. */
	strikes(name: Chance, times: number | undefined): boolean {
		const left = this.#left.get(name) ?? times ?? Infinity;
		if (left <= 0 || !this.#happens()) return false;
		this.#left.set(name, left - 1);
		return true;
	}

	/** How many extra times the next event is delivered. */
	extraDeliveries(): number {
		const extra = Number(this.active.duplicateWebhooks ?? 0);
		return extra > 0 && this.#happens() ? extra : 0;
	}

	#happens(): boolean {
		const { rate } = this.active;
		return rate === undefined || this.#random() < rate;
	}
}

/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
