/**
 * The number's throughput: `perSecond` messages and a burst of 5 %, at least one message.
 * Time is whatever `now` says, in milliseconds.
 */
export class TokenBucket {
	#tokens: number;
	#filledAt: number;

	constructor(
		readonly perSecond: number,
		readonly now: () => number,
		readonly capacity = Math.max(1, perSecond * 0.05),
	) {
		this.#tokens = capacity;
		this.#filledAt = now();
	}

	/** Takes one token. Returns false if none is left. */
	take(): boolean {
		const now = this.now();
		const earned = (Math.max(now - this.#filledAt, 0) / 1000) * this.perSecond;
		this.#tokens = Math.min(this.capacity, this.#tokens + earned);
		this.#filledAt = now;
		if (this.#tokens < 1) return false;
		this.#tokens -= 1;
		return true;
	}
}
