import type { CampaignState } from '../../../engine';

/** The number of a campaign. It is needed only if several numbers have a campaign with the ID. */
export interface OfNumber {
	/** The phone number ID. */
	channel?: string;
}

/** A campaign. */
export interface Campaign {
	id: string;
	channel: string;
	account?: string;
	/** `running` includes one whose start lies ahead, and one that has reached everybody. */
	state: CampaignState;
	/** Why it is paused, cancelled or ended, for people. */
	why?: string;
	policy: { name: string; version: number };
	/** Epoch ms, as all times here; of the gateway's clock */
	plannedAt: number;
	startAt?: number;
	endAt?: number;
}
