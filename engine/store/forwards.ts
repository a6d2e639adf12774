import { DAY } from '../../base';
/** How long a delivery is tried to be passed on: as long as the platform itself redelivers. ms */
export const FORWARDED_FOR = 7 * DAY;

/**
 * How much waits for one target at most: some hundred thousand deliveries of the usual size. A target that is down for
 * days must not fill the disk of the store. bytes
 */
export const FORWARDED_BYTES = 256 * 1_024 * 1_024;

/** A target for logs and figures: without its query, which can contain a secret. */
export function nameOfTarget(target: string): string {
	const { origin, pathname } = new URL(target);
	return `${origin}${pathname}`;
}

/** A delivery that is to be passed on, as it came. */
export interface Forwarding {
	/** The URLs that get it. */
	targets: readonly string[];
	/** Its content type and its signature. */
	headers: Readonly<Record<string, string>>;
	body: Uint8Array;
}

/** A delivery that waits to be passed on to one target. */
export interface QueuedForward extends Omit<Forwarding, 'targets'> {
	/** Later commits have larger ones. */
	seq: number;
	/** Of the claim that the worker has it by. */
	token: string;
	/** How often it was tried, this try included. */
	tries: number;
}

export interface ForwardClaim {
	limit: number;
	/** How long the claimer has them. ms */
	leaseMs: number;
	/** Identifies this claim among all others. */
	token: string;
	/** How much may wait for the target; `FORWARDED_BYTES` if left out. */
	mostBytes?: number;
}

/** What was taken for a target, and how many deliveries were dropped. */
export interface ClaimedForwards {
	deliveries: QueuedForward[];
	/** Those that came too long ago. */
	dropped: number;
	/** The oldest of those that took too much room. */
	displaced: number;
}

/** What became of a try. */
export interface ForwardEnd extends Pick<QueuedForward, 'seq' | 'token'> {
	/** How long to wait for the next one. It was passed on if this is left out. ms */
	wait?: number;
	/** Why it failed; it wasn't tried at all if this is left out. */
	error?: string;
}

/** How far behind a target is, and what became of its deliveries so far. Times in epoch ms. */
export interface ForwardStats {
	target: string;
	/** How many deliveries wait, those that are tried just now included. */
	waiting: number;
	/** How much they take. */
	waitingBytes: number;
	/** When the oldest of them came. */
	oldestAt?: number;
	forwarded: number;
	/** How many tries failed. */
	failures: number;
	/** How many weren't passed on in time, or took too much room. */
	dropped: number;
	forwardedAt?: number;
	failedAt?: number;
	/** Why the last try that failed did. */
	error?: string;
}

/**
 * Deliveries on their way to other consumers. They are queued with their events. Each is somebody's for as long as a
 * lease, and leaves the queue once it was passed on, or is too old.
 */
export interface ForwardStore {
	/** Takes what is due for a target, the oldest first, and drops what came too long ago or takes too much room. */
	claim(target: string, claim: ForwardClaim): Promise<ClaimedForwards>;
	/** Notes what became of deliveries that were claimed. */
	settle(target: string, ends: ForwardEnd[]): Promise<void>;
	/** All targets that had a delivery lately. */
	stats(): Promise<ForwardStats[]>;
	/** Resolves when this process queues a delivery, or after so long (ms). */
	untilQueued(timeout: number): Promise<void>;
}
