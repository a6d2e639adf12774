import type { MessagingEvent } from '../events/messaging-event';
import type { StateChanges } from '../state/register';
import type { Gathering } from './gathering';

/** An event on its way into the store, with what it changes there. */
export interface EventCommit {
	event: MessagingEvent;
	changes: StateChanges;
}

/**
 * Whether an execution may be started for an event:
 * `start` it is noted for this trigger now; `confirmed` one was started before; `busy` another delivery of the same
 * event is being answered right now; `gathered` it waits in a burst from now on.
 */
export type StartState = 'start' | 'confirmed' | 'busy' | 'gathered';

export interface CommittedEvent {
	/** Whether the event was never committed before. */
	fresh: boolean;
	start?: StartState;
	/** It answers a wait. */
	answers?: true;
	/** Its data can't be stored as it is: it is kept as `unknown`, and changes nothing. */
	unstorable?: true;
}

/** Notes, with the events and for this trigger, that an execution is about to be started for some of them. */
export interface StartNote {
	trigger: string;
	eventIds: ReadonlySet<string>;
	/** A note older than this whose end was never heard counts for nothing. ms */
	leaseMs: number;
	/** Events that wait until their customer is silent, in bursts of this trigger. */
	gather?: Gathering;
}
