/** What someone wants to send, and to whom. */
export interface Intent {
	/** The phone number id that it goes out from. */
	channel: string;
	/** The template's account; otherwise the one learned for the channel, or the only one that has the template. */
	account?: string;
	/** The customer's phone number, account id or user id, or the group's id. */
	to: string;
	recipientType?: 'individual' | 'group';
	/** MARKETING, UTILITY, or AUTHENTICATION, if no template says it. */
	category?: string;
	/** Whether there is freeform content. */
	freeform?: boolean;
	template?: { name: string; language: string };
	campaign?: string;
	/**
	 * Freeform content may take the conversation over from the business agent: the rules see the business as its holder.
	 * Another responder keeps it.
	 */
	takeOver?: boolean;
	/** The customer's time zone (IANA, `Europe/Berlin`). Defaults to those of the number's calling code. */
	timeZone?: string;
	/** What is known of the policy's own facts, by name. Those that are left out, `null`, or empty are missing. */
	facts?: Readonly<Record<string, unknown>>;
	/** When the customer last wrote, as far as the caller knows. Counts if it's newer than what we saw. Epoch ms */
	lastInboundAt?: number;
}
