import type { Millionths } from '../../../engine';

/** A share of its budget that a campaign has reached. */
export interface ReachedShare {
	campaign: string;
	channel: string;
	/** Percent. 100 also if the next message doesn't fit. */
	share: 50 | 80 | 100;
	/** How much is spent, in whole percent. */
	spentPercent: number;
	/** With what is reserved for messages that were begun. */
	spent: Millionths;
	budget: Millionths;
	currency: string;
}

/** A campaign that is paused. */
export interface PausedCampaign {
	campaign: string;
	channel: string;
	/** Why, for people. */
	why?: string;
	/** How many recipients nothing is sent to until it is resumed; absent while `sendDue` runs. */
	waiting?: number;
}

/** How many recipients became what. One that was held and came again counts once, as what became of it last. */
export interface EndCounts {
	accepted: number;
	held: number;
	skipped: number;
	failed: number;
	unconfirmed: number;
}

/** What one `sendDue` did. */
export interface SendDueSummary extends EndCounts {
	/** Recipients that it has dealt with. */
	claimed: number;
	/** Refused for now and tried again later; they are `held`. */
	refused: number;
	/** Why it returned. */
	ended: 'nothing-due' | 'budget' | 'aborted';
	/** Numbers that send nothing for a while, as too many answers were lost in a row. Epoch ms */
	halted: Array<{ channel: string; until: number; why: string }>;
	/** When something is due next, if that is known. Epoch ms */
	nextDueAt?: number;
	/** The same counts of each campaign that it has dealt with, in the order of their IDs; kept messages have a campaign too. */
	campaigns: Array<EndCounts & { campaign: string; channel: string }>;
	/** Shares of budgets that campaigns have reached, each told once: 50, 80, and 100 percent. */
	budgets: ReachedShare[];
	/** While it runs, the campaigns that it has paused. At its end, all that are paused, whoever did that. */
	paused: PausedCampaign[];
	/** How long it took. ms */
	took: number;
}
