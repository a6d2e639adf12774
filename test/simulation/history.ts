import type { PolicyDocument } from '../../engine';
import type { StateChanges } from '../../engine/state/register';
import type { Truth } from './gateway/truth';
import type { Read } from './reads';
import type { EventRow, Tables } from './tables';

/** A batch that was run. */
export interface HandedOut {
	seqs: number[];
	/** The burst of each event, if it was gathered in one. */
	bursts: Array<string | undefined>;
	repeat: boolean;
}

/** All that happened in a run, to be checked. */
export interface History {
	truth: Truth;
	tables: Tables;
	/** Batches, in the order in which they were run. */
	handedOut: HandedOut[];
	/** Bodies of deliveries that were answered with 200. */
	acknowledged: string[];
	/** Whether an event is so old that retention may have deleted it. */
	mayForget(id: string): boolean;
	/** All events that were committed, oldest first, those that retention has deleted too. */
	events: EventRow[];
	/** What acts of ours have changed in the state. */
	committed: StateChanges[];
	/** What was read to decide by, in the order in which it was read. */
	reads: Read[];
	/** Messages that several processes were asked for, by what tells them apart. */
	askedTwice: ReadonlySet<string>;
	/** What decided. */
	policy: PolicyDocument;
	/** When each message was handed to the gateway. Virtual time, ms */
	calls: number[];
	/** The keys of sends that a process was about to hand to it. */
	called: ReadonlySet<string>;
	/** Whether nothing has happened to the journals of calls. */
	journalsAreWhole: boolean;
	/** What the number may send in a second. */
	perSecond: number;
	/** Whether messages go out under the policy with caps. */
	isCapped: boolean;
	/** Whether messages waited until their customers were silent. */
	isGathered: boolean;
	/** Bursts that were to wait for longer than they may. */
	lateBursts: string[];
	/** Whether the machine's clock was set ahead or back. */
	clockJumped: boolean;
	/** Errors that nobody expected. */
	unexpected: string[];
	/** Whether all came to rest. */
	hasSettled: boolean;
}

/** Names everything in a run that breaks a promise. */
export type Invariant = (history: History) => string[] | Promise<string[]>;
