import type { Facts } from './policies/facts';

/** What someone wants to send, to whom. */
export interface Intent {
	/** The phone number id that it goes out from. */
	channel: string;
	/** The account of the template; else the one learned for the channel, else the only one that has the template. */
	account?: string;
	/** The customer's phone number, account id or user id, or the group's id. */
	to: string;
	recipientType?: 'individual' | 'group';
	/** MARKETING, UTILITY or AUTHENTICATION, where no template says it. */
	category?: string;
	/** Whether there is freeform content. */
	freeform?: boolean;
	template?: { name: string; language: string };
	campaign?: string;
	/** The customer's time zone (IANA, `Europe/Berlin`); else it goes by the calling code of the number. */
	timeZone?: string;
	/** What the caller knows of the customer's last message; counts where it is newer than what we saw. Epoch ms */
	lastInboundAt?: number;
}

export type Action = 'freeform' | 'template' | 'hold' | 'skip';

/** Why an earlier rule did not fire: its first condition that failed. */
export interface TraceStep {
	rule: string;
	fact: string;
	operator: string;
	/** What the rule compares with, and what the fact was. */
	expected: unknown;
	actual: unknown;
}

/** The answer to: may this message go out now, and as what? */
export interface Decision {
	action: Action;
	/** Name of the rule that fired. */
	rule: string;
	/** A sentence for people. */
	reason: string;
	/** When to ask again; there whenever waiting alone helps. Epoch ms */
	retryAt?: number;
	facts: Facts;
	/** For every rule before the one that fired, why it did not. */
	trace?: TraceStep[];
}
