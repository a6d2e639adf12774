import type { Meter } from '../campaigns/meter';
import type { RecipientState } from '../campaigns/recipient-states';
import type { Millionths } from '../money/amounts';
import type { SendPricing } from '../pricing';
import type { SlotRequest } from './rates';
import type {
	BegunRecipients,
	ClaimedRecipients,
	NewRecipient,
	RecipientClaim,
	RecipientEnd,
	RecipientStart,
	RetriedRecipients,
	StoredRecipient,
} from './recipients';

/** The state of a campaign. `ended`: its end time has passed. */
export type CampaignState = 'running' | 'paused' | 'cancelled' | 'ended';

/** What names a campaign: its ID belongs to its number, and two numbers can use the same one. */
export interface CampaignRef {
	/** The phone number ID. */
	channel: string;
	id: string;
}

/** What a campaign may cost, at the prices of its account. */
export interface Budget {
	amount: Millionths;
	currency: string;
}

/** What the first plan of a campaign froze. All times are epoch ms of the gateway's clock. */
export interface NewCampaign extends CampaignRef {
	account?: string;
	/** The reserved campaign of a channel's kept messages. */
	kept: boolean;
	policy: { name: string; version: number };
	plannedAt: number;
	startAt?: number;
	endAt?: number;
	/** What its messages may cost. */
	budget?: Budget;
}

/** A campaign, and its progress. */
export interface StoredCampaign extends NewCampaign {
	state: CampaignState;
	/** Why it is not running. */
	why?: string;
	/** Whether a message didn't fit into the budget. */
	budgetReached?: true;
	/** The share of the budget that was told last, in percent; 0 if none was. */
	budgetTold: number;
	/** When the first message was submitted to the gateway, and the last. */
	startedAt?: number;
	lastSentAt?: number;
	meter: Meter;
}

export interface RecipientQuery {
	campaign: CampaignRef;
	states: readonly RecipientState[];
	/** The key to continue after. */
	after?: string;
	limit: number;
}

/** How many recipients are in a state for a reason. A rule has a few lines at most: its rarer reasons are one. */
export interface ReasonCount {
	state: RecipientState;
	rule: string;
	reason: string;
	count: number;
}

/** So many messages of a campaign that are in a state, chosen by the hashes of their keys. */
export interface Sample {
	state: RecipientState;
	limit: number;
}

/** How many messages of a sample are in their state for a reason. */
export interface SampledReason {
	rule: string;
	reason: string;
	count: number;
}

/** How many messages of a sample were submitted within a period that began then. Epoch ms */
export interface SampledTime {
	at: number;
	count: number;
}

/** A place in the list of campaigns: after this one. */
interface CampaignPlace extends CampaignRef {
	plannedAt: number;
}

/** How many messages of a campaign went out and are charged as this. */
export interface PricingCount extends SendPricing {
	count: number;
}

/** Recipients of campaigns that are running or paused, who haven't got their message. */
export interface WaitingRecipients {
	channel: string;
	state: RecipientState;
	count: number;
}

/** What a message of a campaign belongs to. */
export interface MessageOfCampaign {
	/** The campaign's ID. */
	campaign: string;
	/** The recipient's key in it. */
	recipient: string;
	/** What the customer is called in the list that was planned. */
	name?: string;
	/** What the recipient's replies come with. */
	with?: Readonly<Record<string, unknown>>;
}

/** Why recipients who wait are skipped, and when. The log of decisions has it, too. */
export interface SkippedBecause {
	rule: string;
	/** For people. */
	reason: string;
	/** Epoch ms of the gateway's clock */
	at: number;
}

/**
 * Campaigns and their recipients, each of whose messages is a send: one ledger keeps everything from being sent twice.
 * A worker's steps name the token of their claim, and change only what the worker still has by that claim.
 */
export interface CampaignStore {
	/** The campaign of this number and ID: made, unless there is one. */
	open(campaign: NewCampaign): Promise<StoredCampaign>;
	find(campaign: CampaignRef): Promise<StoredCampaign | undefined>;
	/** The newest first. */
	list(query?: { channel?: string; id?: string; kept?: boolean }): Promise<StoredCampaign[]>;
	/** A page of campaigns of some numbers, or of all, the newest plan first. */
	page(query: {
		channels?: readonly string[] | undefined;
		after?: CampaignPlace | undefined;
		limit: number;
	}): Promise<StoredCampaign[]>;
	/** The channels of the campaigns that are running. */
	channels(): Promise<string[]>;
	/** Moves a campaign from one of some states to another; false when it was in none of them. */
	move(
		campaign: CampaignRef,
		from: readonly CampaignState[],
		to: CampaignState,
		why?: string,
	): Promise<boolean>;
	/** Gives a campaign that has a budget another one of the same currency. */
	setBudget(campaign: CampaignRef, amount: Millionths): Promise<void>;
	/** Notes that a share of the budget was told, in percent. */
	budgetTold(campaign: CampaignRef, share: number): Promise<void>;
	/** Puts recipients into a campaign; returns the keys of those that weren't there. */
	plan(campaign: CampaignRef, recipients: NewRecipient[]): Promise<string[]>;
	/** The keys and contacts that recipients would have. One that is there from before schema version 19 keeps its key. */
	name(
		campaign: CampaignRef,
		recipients: Array<Pick<NewRecipient, 'contact' | 'recipient'>>,
	): Promise<Array<{ key: string; recipient: string; contact: string }>>;
	/** What a message of a number belongs to; `undefined` if it isn't a campaign's, or was deleted. */
	ofMessage(channel: string, messageId: string): Promise<MessageOfCampaign | undefined>;
	/** Of some keys, those that are in use. */
	known(keys: string[]): Promise<string[]>;
	/** Takes what is due, by turns from the running campaigns of a channel, and claims whose lease is over. */
	claim(claim: RecipientClaim): Promise<ClaimedRecipients>;
	/** The templates that somebody waits for, in the campaigns of a channel. */
	awaitedTemplates(channel: string): Promise<string[]>;
	/**
	 * Notes that messages are about to go out, at `at` (epoch ms of the gateway's clock), and takes a slot for each, and
	 * for so many begun before.
	 */
	begin(
		starts: RecipientStart[],
		clock: { at: number; again: number },
		slots: SlotRequest,
	): Promise<BegunRecipients>;
	/** Notes what became of recipients. */
	end(ends: RecipientEnd[]): Promise<void>;
	/** Lets recipients be sent to again, at most `limit` at a time; returns how many. */
	retry(campaign: CampaignRef, what: RetriedRecipients, now: number, limit: number): Promise<number>;
	/**
	 * Looks for signs that unconfirmed messages were sent, at most `limit`, each once it was waited for long enough. Returns
	 * how many were looked at.
	 */
	lookForTraces(campaign: CampaignRef, limit: number): Promise<number>;
	/** How many unconfirmed messages have no sign that they were sent. */
	withoutTrace(campaign: CampaignRef): Promise<number>;
	/** How many recipients wait in all campaigns that are running or paused. */
	waiting(): Promise<WaitingRecipients[]>;
	/** Skips recipients who wait, at most `limit`; returns how many. */
	skipWaiting(campaign: CampaignRef, why: SkippedBecause, limit: number): Promise<number>;
	/** Skips recipients with some keys, as far as they wait; returns the keys of those. */
	skip(keys: readonly string[], why: SkippedBecause): Promise<string[]>;
	counts(campaign: CampaignRef): Promise<Array<{ state: RecipientState; count: number }>>;
	reasons(campaign: CampaignRef): Promise<ReasonCount[]>;
	/** Why messages of a sample are in their state, most first. Unlike `reasons`, it takes no longer for a million. */
	sampleReasons(campaign: CampaignRef, sample: Sample): Promise<SampledReason[]>;
	/** When messages of a sample were submitted, by periods of so many ms, in their order. */
	sampleTimes(campaign: CampaignRef, sample: Sample & { period: number }): Promise<SampledTime[]>;
	/** What the messages that went out are charged as, most first. */
	pricing(campaign: CampaignRef): Promise<PricingCount[]>;
	/** When the next held one is due. */
	heldUntil(campaign: CampaignRef): Promise<number | undefined>;
	/** When the next planned or held one is due, or has been since. */
	nextDue(campaign: CampaignRef): Promise<number | undefined>;
	recipients(query: RecipientQuery): Promise<StoredRecipient[]>;
}
