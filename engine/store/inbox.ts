import type { EventKind, MessagingEvent } from '../events/messaging-event';

/** An event in the inbox, under its number: later commits have larger ones. */
export interface InboxEntry {
	seq: number;
	event: MessagingEvent;
}

/** A reader of the inbox that is handed every event once, in batches. */
export interface Subscription {
	/** The same across restarts, for example workflow and node. */
	id: string;
	/** For people, for example the names of workflow and node. */
	name?: string;
	/** Which events; all when left out or empty. */
	kinds?: readonly EventKind[];
	channels?: readonly string[];
	/** How many batches can be out at a time. Fixed when the subscription is made. */
	partitions: number;
	/** Where it begins: with what comes now, with what came since a time (epoch ms), or where it stood before. */
	from: 'now' | 'where-it-stood' | number;
	/** Where one begins that is to go on where it stood, and stood nowhere before: now, or a time (epoch ms). */
	firstFrom?: 'now' | number;
}

export interface ClaimOptions {
	/** Events in a batch at most. */
	limit: number;
	/** Local time. Epoch ms */
	now: number;
	/** How long the batch is the claimer's. ms */
	leaseMs: number;
	/** How long events wait for the batch to become full. ms */
	maxWaitMs?: number;
	/** Tells this claim from any other. */
	token: string;
}

/** Events that were handed out together. All of one conversation are in one partition, which hands out one batch at a time. */
export interface Batch {
	subscription: string;
	partition: number;
	token: string;
	/** Tells this handing out from any other, also of another store. */
	key: string;
	events: InboxEntry[];
	/** Whether these events were handed out before. */
	repeat: boolean;
}

/** What became of a batch. */
export type BatchEnd =
	| { kind: 'done' }
	/** It was never begun, so that it is handed out again as if for the first time. */
	| { kind: 'released' }
	| {
			kind: 'failed';
			executionId?: string;
			error?: string;
			/** How often the same events are tried before they are dead letters. Once when left out. */
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
	/** The `seq` to go on after. */
	after?: number;
	/** 100 when left out. */
	limit?: number;
}

export interface InboxStats {
	/** At most so many events are kept. */
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
 * The log of fresh events, and its readers. A reader never passes an event that commits later, and an event leaves it
 * only when its batch was settled: nothing is lost, and what comes twice is marked.
 */
export interface Inbox {
	/** Events in the order of their commit, after `after` (0: from the beginning), at most `limit` (100). */
	read(page?: { after?: number; limit?: number }): Promise<InboxEntry[]>;
	/** The newest events, oldest first. */
	newest(query: Pick<Subscription, 'kinds' | 'channels'> & { limit: number }): Promise<InboxEntry[]>;
	/** Makes a subscription, or goes on with it. */
	subscribe(subscription: Subscription, now: number): Promise<void>;
	/**
	 * A reader of the subscription is gone: it holds back no pruning any more, unless another reader claims on. Its place
	 * is kept.
	 */
	unsubscribe(id: string): Promise<void>;
	/** The next batch that is nobody's; `undefined` when there is none now. */
	claim(id: string, options: ClaimOptions): Promise<Batch | undefined>;
	/** Keeps a batch for longer; false when it is another's by now. */
	renew(batch: Batch, leasedUntil: number, now: number): Promise<boolean>;
	/** Ends a batch; false when it is another's by now. */
	settle(batch: Batch, end: BatchEnd, now: number): Promise<boolean>;
	deadLetters: {
		list(query: DeadLetterQuery): Promise<DeadLetter[]>;
		/** Hands dead letters out again: these, or all. Gives how many. */
		replay(subscription: string, seqs?: number[]): Promise<number>;
		/** Forgets dead letters: these, or all. Gives how many. */
		drop(subscription: string, seqs?: number[]): Promise<number>;
	};
	stats(): Promise<InboxStats>;
	/** Resolves when a delivery was committed by this store, or after a time (ms). */
	untilCommit(timeout: number): Promise<void>;
}
