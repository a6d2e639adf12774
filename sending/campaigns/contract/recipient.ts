import type { RecipientState } from '../../../engine';

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
}

export interface RecipientPage {
	recipients: CampaignRecipient[];
	/** Pass it as `after` to continue; absent at the end. */
	next?: string;
}

export interface RecipientQuery {
	/** All states by default. */
	state?: RecipientState | RecipientState[];
	after?: string;
	/** 100 by default, at most 10,000. */
	limit?: number;
}
