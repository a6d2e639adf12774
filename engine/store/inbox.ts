import type { EventKind, MessagingEvent, StatusEvent } from '../events/messaging-event';
import type { Gathering } from './gathering';

/** An event in the inbox, under its number: later commits have larger ones. */
export interface InboxEntry {
	seq: number;
	event: MessagingEvent;
}

/** A reader of the inbox that gets every event once, in batches. */
export interface Subscription {
	/** The same across restarts, for example workflow and node. */
	id: string;
	/** For people, for example the names of workflow and node. */
	name?: string;
	/** Which events. All by default, and if it's empty. */
	kinds?: readonly EventKind[];
	channels?: readonly string[];
	/** How many batches can be out at a time. Fixed once the subscription is made. */
	partitions: number;
	/** Where it begins: with what comes now, with what has come since a time (epoch ms), or where it stopped before. */
	from: 'now' | 'where-it-stood' | number;
	/** Where a new subscription begins if it's set to continue where it stopped: now, or a time (epoch ms). */
	firstFrom?: 'now' | number;
}

export interface ClaimOptions {
	/** The most events in a batch. */
	limit: number;
	/** How long the claimer has the batch. ms */
	leaseMs: number;
	/** How long events wait for the batch to become full. ms */
	maxWaitMs?: number;
	/** Identifies this claim among all others. */
	token: string;
	/** Whether dead letters that are to be replayed stay where they are. */
	noReplays?: boolean;
}

/** Events that were handed out together. All of one conversation are in one partition, which hands out one batch at a time. */
export interface Batch {
	subscription: string;
	partition: number;
	token: string;
	/** Identifies this handing out among all others, even those of another store. */
	key: string;
	/** With the bursts that they were gathered in, if they were. */
	events: Array<InboxEntry & { burst?: string }>;
	/** Whether these events were handed out before. */
	repeat: boolean;
}

/** What became of a batch. */
export type BatchEnd =
	| { kind: 'done' }
	/** It was never begun, so it is handed out again as if for the first time. */
	| { kind: 'released' }
	| {
			kind: 'failed';
			executionId?: string;
			error?: string;
			/** How often the same events are tried before they become dead letters. Once by default. */
			tries?: number;
			/** Tries a batch of several in halves, so that only the events that fail alone become dead letters. */
			inHalves?: boolean;
	  };

/** An event that a subscription failed on. */
export interface DeadLetter extends InboxEntry {
	subscription: string;
	executionId?: string;
	error?: string;
	/** When it became one. Local time, epoch ms */
	at: number;
	/** Whether it is about to be handed out again. */
	replaying: boolean;
}

export interface DeadLetterQuery {
	subscription: string;
	/** The `seq` to continue after. */
	after?: number;
	/** 100 by default. */
	limit?: number;
}

export interface InboxStats {
	/** The most events that are kept now. */
	events: number;
	/** When the oldest of them came. Local time, epoch ms */
	oldestAt?: number;
	newestSeq: number;
	deadLetters: number;
	/** The subscriptions that have dead letters, ended ones too, and how many. */
	failing: Array<Pick<Subscription, 'id' | 'name'> & { deadLetters: number }>;
	/** The living subscriptions: how many numbers each is behind, and since when. */
	subscriptions: Array<Pick<Subscription, 'id' | 'name'> & { lag: number; oldestAt?: number }>;
}

/**
 * The log of fresh events, and its readers. A reader never passes an event that commits later, and is done with an event
 * only when its batch is settled: nothing is lost, and what comes twice is marked.
 */
export interface Inbox {
	/** Events in the order of their commit, after `after` (0: from the beginning), at most `limit` (100). */
	read(page?: { after?: number; limit?: number }): Promise<InboxEntry[]>;
	/** The newest events, oldest first. */
	newest(query: Pick<Subscription, 'kinds' | 'channels'> & { limit: number }): Promise<InboxEntry[]>;
	/** The statuses of a message, in the order of their commit. */
	statusesOf(messageId: string): Promise<StatusEvent[]>;
	/**
	 * Makes a subscription, or continues it.
	 * @internal
	 */
	subscribe(subscription: Subscription, now: number): Promise<void>;
	/**
	 * A reader of the subscription is gone: it no longer holds back pruning, unless another reader still claims. Its place
	 * is kept.
	 * @internal
	 */
	unsubscribe(id: string): Promise<void>;
	/**
	 * The numbers that a subscription reads, none for all; `undefined` if it doesn't exist.
	 * @internal
	 */
	channelsOf(id: string): Promise<string[] | undefined>;
	/**
	 * The next free batch; `undefined` if there isn't one now.
	 * @internal
	 */
	claim(id: string, options: ClaimOptions): Promise<Batch | undefined>;
	/**
	 * The next bursts of the subscription that are due, as a batch; `undefined` if there are none now.
	 * @internal
	 */
	claimBursts(
		id: string,
		options: Pick<ClaimOptions, 'limit' | 'leaseMs' | 'token'>,
	): Promise<Batch | undefined>;
	/**
	 * Ends a batch by gathering its events in bursts of the subscription; false if another reader has it by now.
	 * @internal
	 */
	gather(batch: Batch, into: Gathering, now: number): Promise<boolean>;
	/**
	 * Keeps a batch for so long from now (ms); false if another reader has it by now.
	 * @internal
	 */
	renew(batch: Batch, leaseMs: number, now: number): Promise<boolean>;
	/**
	 * Ends a batch; false if another reader has it by now.
	 * @internal
	 */
	settle(batch: Batch, end: BatchEnd, now: number): Promise<boolean>;
	deadLetters: {
		list(query: DeadLetterQuery): Promise<DeadLetter[]>;
		/** Hands dead letters out again: these, or all. Returns how many. */
		replay(subscription: string, seqs?: number[]): Promise<number>;
		/** Forgets dead letters: these, or all. Returns how many. */
		drop(subscription: string, seqs?: number[]): Promise<number>;
	};
	stats(): Promise<InboxStats>;
	/**
	 * Resolves when this store has committed a delivery, or after a time (ms).
	 * @internal
	 */
	untilCommit(timeout: number): Promise<void>;
}
