/** A message that waits until its customer is silent. */
export interface GatheredEvent {
	/** The id of the burst that it opens if none of its conversation waits. */
	burst: string;
	/** Whether its burst waits for nothing more. */
	atOnce: boolean;
	/** Whether it belongs to no conversation's burst: it is handed out by itself. */
	alone?: true;
}

/** Events to gather, and for how long. */
export interface Gathering {
	/** How long a customer has to be silent. ms */
	silenceMs: number;
	/** The longest that a burst waits after its first message. ms */
	atMostMs: number;
	/** By the ids of the events. */
	events: ReadonlyMap<string, GatheredEvent>;
	/** Whether messages that answer a wait are gathered, too. */
	withAnswers?: boolean;
}
