export interface SendOptions {
	/** Whatever is sent under the same key is sent once: a repeat returns the outcome of the first. */
	once?: string;
	/**
	 * Once to this customer, by any name, in this campaign, even if it was planned there. Replaces `once`, and is
	 * what the rules see as the campaign unless the intent names one.
	 */
	campaign?: string;
	/** Sends in this form without asking the rules; the gateway has the last word. */
	as?: 'freeform' | 'template';
	/** Why earlier rules did not fire. */
	trace?: boolean;
}
