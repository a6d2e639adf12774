/** A message of a claim. A later claim of its recipient has another token. */
export interface ClaimedSend {
	key: string;
	token: string;
}

/** What is known of a message whose worker is gone: it wasn't called and won't be, or what the gateway answered. */
export type CallTrace = { called: false } | { called: true; answer: unknown };

/**
 * What a worker notes of its calls, on its own machine and without waiting for the disk, so that others there can tell
 * what it was about to do when it ended.
 */
export interface CallJournal {
	/** Notes messages that are about to be begun, before the store does. */
	note(sends: readonly ClaimedSend[]): void;
	/** Notes that a message is called now; false if it mustn't be: another worker has taken it over. */
	call(send: ClaimedSend): boolean;
	/** Notes what the gateway answered: JSON. */
	answer(send: ClaimedSend, answer: object): void;
	/** The store knows what became of these messages. */
	forget(sends: readonly ClaimedSend[]): void;
	close(): void;
}

/** The journals of all workers on this machine. */
export interface CallJournals {
	open(): CallJournal;
	/**
	 * Takes messages over from workers whose leases are over, and says what their journals prove; nothing of a message whose
	 * journal isn't there, isn't whole, or is from before the machine started. It may have been sent.
	 */
	takeOver(sends: readonly ClaimedSend[]): Array<CallTrace | undefined>;
}
