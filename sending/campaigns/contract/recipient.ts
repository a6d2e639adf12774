import type { RecipientState, SendPricing } from '../../../engine';
import type { OfNumber } from './campaign';

/** A recipient of a campaign, and the state of the message. */
export interface CampaignRecipient {
	campaign: string;
	/** The recipient's key in the campaign. */
	key: string;
	to: string;
	state: RecipientState;
	/** In which form it went out. */
	action?: 'freeform' | 'template';
	/** The rule or the error that decided, for programs. */
	rule?: string;
	/** Why it is in this state, for people. */
	reason?: string;
	/** When it is looked at next, if it is planned or held. A held one may be looked at earlier. Epoch ms */
	due?: number;
	/** When it was submitted to the gateway. Epoch ms */
	sentAt?: number;
	messageId?: string;
	/** How often it was refused. */
	refusals: number;
	/** What the platform charges it as, once a status has said so. */
	pricing?: SendPricing;
	/**
	 * Unconfirmed, and probably not sent: statuses of the messages around it came within 15 minutes, and none of its own. It
	 * may have been sent all the same.
	 */
	noTrace?: true;
}

export interface RecipientPage {
	recipients: CampaignRecipient[];
	/** Pass it as `after` to continue; absent at the end. */
	next?: string;
}

export interface RecipientQuery extends OfNumber {
	/** All states by default. */
	state?: RecipientState | RecipientState[];
	after?: string;
	/** 100 by default, at most 10,000. */
	limit?: number;
}
