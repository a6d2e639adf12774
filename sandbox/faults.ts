import * as z from 'zod';
import { customerAddress } from './identity';
import { errorFields, gatewayErrorKinds, type GatewayErrorKind } from './refusal';

const times = z.number().int().min(1);
/** A customer, however written, or a group. */
const recipient = z.string().transform((written) => customerAddress(written) ?? written);

/** What goes wrong until the next call of `faults`, which replaces all faults. `faults({})` is a healthy gateway. */
export interface Faults {
	/** Answers `code` with `body` instead of processing, on every API path or on `path`, always or so many `times`. */
	status?: { path?: string; code: number; body?: unknown; times?: number };
	/**
	 * Refuses sends with the platform's error `code`, all of them or those `to` one recipient. `form: 'detail'`: the
	 * error is in `{ detail: { error } }`.
	 */
	error?: { code: number; details?: string; form?: 'error' | 'detail'; to?: string; times?: number };
	/** Answers with an error of the gateway itself, which has no code: `kind`, as a text in `field`. */
	gatewayError?: {
		kind: GatewayErrorKind;
		field?: (typeof errorFields)[number];
		path?: string;
		times?: number;
	};
	/** Every answer of the API waits this long, in real time, after the request is processed. ms */
	delayMs?: number;
	/** Closes the connection of a request to `path` without processing it. */
	dropConnection?: boolean;
	/** Processes a request to `path`, then closes the connection without an answer. */
	loseAnswer?: boolean;
	/** Of `dropConnection` and `loseAnswer`. `/messages` if left out. */
	path?: string;
	/** Delivers each event once more (`true`), or this many times more. */
	duplicateWebhooks?: boolean | number;
	/** Lets the second of two events of a conversation overtake the first. */
	reorderWebhooks?: boolean;
	/**
	 * Accepts a message, then reports it as `failed` with `code`, at once or after it was `sent`. `to` limits it to one
	 * recipient.
	 */
	failStatus?: { code: number; title?: string; to?: string; after?: 'accepted' | 'sent' };
	/** Sends no `delivered` status. */
	skipDelivered?: boolean;
	/** Recipients that answer 131026. */
	notOnPlatform?: string[];
	/** Answers 131056 after a burst of 45 messages to one recipient, then allows 1 every 6 s. */
	pairRate?: boolean;
	/**
	 * The share of occasions, from 0 to 1, on which a fault strikes. 1 if left out. Not for `delayMs`,
	 * `reorderWebhooks`, and lists.
	 */
	rate?: number;
	/** The seed of the chance behind `rate`. The same seed brings the same faults. */
	seed?: number;
	/** How many requests `dropConnection`, `loseAnswer`, and `failStatus` hit; all of them if left out. */
	times?: number;
}

export const faultsSchema: z.ZodType<Faults> = z.strictObject({
	status: z
		.strictObject({
			path: z.string().optional(),
			code: z.number().int().min(100).max(599),
			body: z.unknown().optional(),
			times: times.optional(),
		})
		.optional(),
	error: z
		.strictObject({
			code: z.number().int(),
			details: z.string().optional(),
			form: z.enum(['error', 'detail']).optional(),
			to: recipient.optional(),
			times: times.optional(),
		})
		.optional(),
	gatewayError: z
		.strictObject({
			kind: z.enum(gatewayErrorKinds),
			field: z.enum(errorFields).optional(),
			path: z.string().optional(),
			times: times.optional(),
		})
		.optional(),
	delayMs: z.number().min(0).optional(),
	dropConnection: z.boolean().optional(),
	loseAnswer: z.boolean().optional(),
	path: z.string().optional(),
	duplicateWebhooks: z.union([z.boolean(), times]).optional(),
	reorderWebhooks: z.boolean().optional(),
	failStatus: z
		.strictObject({
			code: z.number().int(),
			title: z.string().optional(),
			to: recipient.optional(),
			after: z.enum(['accepted', 'sent']).optional(),
		})
		.optional(),
	skipDelivered: z.boolean().optional(),
	notOnPlatform: z.array(recipient).optional(),
	pairRate: z.boolean().optional(),
	rate: z.number().min(0).max(1).optional(),
	seed: z.number().int().optional(),
	times: times.optional(),
});

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
