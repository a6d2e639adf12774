import type { CampaignRecipient } from './recipient';

export interface SendDueOptions {
	/** One campaign, by its ID. By default, all that are due, including the kept messages. */
	campaign?: string;
	/** One phone number id: pass it if the gateway's key is for one number only, or if several numbers have the campaign. */
	channel?: string;
	/** Stops claiming after this long. 50,000 by default. ms */
	budgetMs?: number;
	/** Ends it: within 100 ms nothing more is claimed, and what is on its way is settled. */
	signal?: AbortSignal;
	/** About once a second, and at the end. */
	onProgress?(summary: SendDueSummary): void;
	/** Each recipient it has dealt with, as soon as the state of the message is known. */
	onRecipient?(recipient: CampaignRecipient): void;
}

/** What one `sendDue` did. */
export interface SendDueSummary {
	/** Recipients that it has dealt with. One that was held and came again counts once, as what became of it last. */
	claimed: number;
	accepted: number;
	held: number;
	skipped: number;
	failed: number;
	unconfirmed: number;
	/** Refused for now and tried again later; they are `held`. */
	refused: number;
	/** Why it returned. */
	ended: 'nothing-due' | 'budget' | 'aborted';
	/** Numbers that send nothing for a while, as too many answers were lost in a row. Epoch ms */
	halted: Array<{ channel: string; until: number; why: string }>;
	/** When something is due next, if that is known. Epoch ms */
	nextDueAt?: number;
	/** Campaigns that were paused meanwhile, with the reason. */
	paused: Array<{ campaign: string; channel: string; why: string }>;
	/** How long it took. ms */
	took: number;
}
