import type { InboxEntry } from './inbox';

/** Messages of one conversation that a trigger gets together. */
export interface Burst {
	id: string;
	/** Identifies this handing out among all others. */
	key: string;
	channel: string;
	/** The customer or group that the conversation is kept under; empty for an event without one. */
	contact: string;
	/** In the order in which they were written. */
	events: InboxEntry[];
}

export interface BurstClaim {
	/** The most bursts. */
	limit: number;
	/** How long the claimer has them. ms */
	leaseMs: number;
	/** Identifies the claimer among all others. */
	token: string;
}

/**
 * Bursts of messages, each for one reader: a trigger that waits for silence. A burst is handed out when it is due, and
 * takes no more messages from then on: those that come later open the next one. The next one of a conversation isn't
 * handed out before this one has ended.
 */
export interface BurstStore {
	/** Takes bursts that are due, those that are due longest first. */
	claim(reader: string, claim: BurstClaim): Promise<Burst[]>;
	/** Keeps claimed bursts for so long from now (ms). Returns those that still wait to be begun. */
	keep(ids: readonly string[], claim: Omit<BurstClaim, 'limit'>): Promise<string[]>;
	/** Ends a burst because its execution begins, or because nobody is to get it; false if that happened before. */
	begin(id: string): Promise<boolean>;
	/** Whether a reader has bursts, due or not. */
	any(reader: string): Promise<boolean>;
}
