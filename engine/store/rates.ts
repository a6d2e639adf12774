/** A slot of a number's rate: when a message may go out, on the store's clock. Epoch µs */
export type Slot = number;

/** A request for slots of a number's rate. */
export interface SlotRequest {
	channel: string;
	/** The first slot lies at least this far ahead. µs */
	lead: number;
	/** No slot is taken if the first one lies further ahead than this; if left out, it may lie anywhere. µs */
	within?: number;
}

/** Why a number has no slot now. */
export interface NoSlot {
	/** How long until it has one. ms */
	wait: number;
	/** Why the number is halted; absent when it isn't, and other messages have the slots before that. */
	halted?: string;
}

/** Slots, each for one message, and the store's clock as they were taken (epoch µs); or why there are none. */
export type TakenSlots = { slots: Slot[]; now: number; none?: undefined } | { slots: []; none: NoSlot };

/** How fast a number sends. */
export interface NumberRate {
	/** Messages a second at full speed. */
	perSecond: number;
	/** The share of it that the number sends at now: 0 to 1. */
	speed: number;
	/** How long it is still halted; 0 if it isn't. ms */
	haltedFor: number;
	/** Why it is halted. */
	why?: string;
}

/**
 * The rate of each number, kept for everyone who sends from it. In any second, all of them together take at most as
 * many slots as the rate has messages. All times are the store's own, so the senders' clocks don't matter.
 */
export interface RateStore {
	read(channel: string): Promise<NumberRate>;
	/** Sets how fast a number may send: messages a second. Until then, 80. */
	set(channel: string, perSecond: number): Promise<void>;
	/** Takes slots. A slot that isn't used is lost. */
	take(request: SlotRequest, count: number): Promise<TakenSlots>;
	/**
	 * Slows a number that was told it is too fast, at most once a second: by a fifth if it is at full speed, otherwise by
	 * half. It gets back a tenth of its rate each second.
	 */
	slow(channel: string): Promise<void>;
	/**
	 * Halts a number: for `base` ms, for twice that if it happens again, and so on up to `most`.
	 * @returns for how long it is halted from now on. ms
	 */
	halt(channel: string, wait: { base: number; most: number }, why: string): Promise<number>;
	/** An answer came: the next halt is a short one again. */
	answered(channel: string): Promise<void>;
}
