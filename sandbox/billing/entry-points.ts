import { DAY } from '../../base';
import type { VirtualClock } from '../clock';
import type { Customer } from '../customers/customer';
import { newMessageId } from '../identity';

/** Within this time after a customer came from an ad, an answer begins a free entry point (docs/interface.md, Prices). */
const ANSWER_MS = DAY;

/** A free entry point that the business began with an answer. `id` is the conversation's. `expiresAt` is epoch ms. */
export interface EntryPoint {
	readonly id: string;
	readonly expiresAt: number;
}

/** The customers who came from an ad or from a button on a page, and the free entry points that began with it. */
export class EntryPoints {
	readonly #cameAt = new Map<string, number>();
	readonly #open = new Map<string, EntryPoint>();

	constructor(readonly clock: VirtualClock) {}

	/** A customer writes after a click on an ad. */
	came({ key }: Customer): void {
		this.#cameAt.set(key, this.clock.seconds() * 1000);
	}

	/**
	 * The free entry point of a message that is sent now. It lasts `lengthMs` from the first answer within 24 hours
	 * after the click. `undefined` if the customer has none.
	 */
	whenSent({ key }: Customer, lengthMs: number): EntryPoint | undefined {
		const now = this.clock.now();
		const cameAt = this.#cameAt.get(key);
		if (cameAt !== undefined) {
			this.#cameAt.delete(key);
			const expiresAt = this.clock.seconds() * 1000 + lengthMs;
			if (now < cameAt + ANSWER_MS) this.#open.set(key, { id: newMessageId().slice(-32), expiresAt });
		}
		const open = this.#open.get(key);
		return open !== undefined && now < open.expiresAt ? open : undefined;
	}

	/** All of them, by the customers' keys. */
	get saved(): { cameAt: Array<[string, number]>; open: Array<[string, EntryPoint]> } {
		return { cameAt: [...this.#cameAt], open: [...this.#open] };
	}

	/** Takes all of them over as they were. */
	take({ cameAt, open }: EntryPoints['saved']): void {
		for (const [key, at] of cameAt) this.#cameAt.set(key, at);
		for (const [key, point] of open) this.#open.set(key, point);
	}

	/** Forgets all of them. */
	clear(): void {
		this.#cameAt.clear();
		this.#open.clear();
	}
}
