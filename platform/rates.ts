/** Messages a second that a number may send unless the platform allows it more (platform-facts, section 7). */
export const THROUGHPUT = 80;

/**
 * To one recipient a number may send about one message in 6 s, in bursts of up to 45 (platform-facts, section 7). As
 * many as a burst in the time that a burst takes to come back keeps both.
 */
export const PAIR_RATE = { messages: 45, within: 45 * 6_000 } as const;
