import type { PricingCount, RecipientState } from '../../../engine';
import type { Campaign } from './campaign';

/** Counts by state; a state that no one is in is 0. */
export type StateCounts = Record<RecipientState, number>;

/** The state of a campaign. */
export interface CampaignReport {
	campaign: Campaign;
	total: number;
	counts: StateCounts;
	/** Of the unconfirmed ones, those without a sign that they were sent, if there are any. */
	noTrace?: number;
	/**
	 * Why messages are held, skipped, failed or unconfirmed: one line for each reason, most first. Of a
	 * rule or error with many reasons, the rarer ones are one line.
	 */
	reasons: Array<{ state: RecipientState; rule: string; reason: string; count: number }>;
	/**
	 * What the platform charges the messages that went out as, most first. A message is in it once one of its statuses
	 * has said so.
	 */
	pricing: PricingCount[];
	/** Messages a second submitted to the gateway, over the last 10 to 20 seconds. */
	rate: number;
	/** When the first message was submitted to the gateway, and the last so far. Epoch ms */
	startedAt?: number;
	lastSentAt?: number;
	/** When those that may go out now will be out, at the current rate. Epoch ms; absent if nothing is going out */
	estimatedEndAt?: number;
	/** When the next held one is due. Epoch ms */
	heldUntil?: number;
	/** No one is left to be sent to: all have ended, or are unconfirmed. */
	finished: boolean;
	/** The number sends nothing until then, as too many answers were lost in a row. Epoch ms of the local clock */
	numberHaltedUntil?: number;
	numberHaltedWhy?: string;
	/** The share of the rate that the number sends at, after answers that it was too fast: 1 is all of it. */
	numberSpeed: number;
	at: number;
}
