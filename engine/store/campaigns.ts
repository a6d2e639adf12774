import type { RecipientState } from '../campaigns/recipient-states';
import type { NoSlot, Slot, SlotRequest } from './rates';

/** The state of a campaign. `ended`: its end time has passed. */
export type CampaignState = 'running' | 'paused' | 'cancelled' | 'ended';

/** What the first plan of a campaign froze. All times are epoch ms of the gateway's clock. */
export interface NewCampaign {
	id: string;
	channel: string;
	account?: string;
	/** The reserved campaign of a channel's kept messages. */
	kept: boolean;
	policy: { name: string; version: number };
	plannedAt: number;
	startAt?: number;
	endAt?: number;
}

/** A campaign, and its progress. */
export interface StoredCampaign extends NewCampaign {
	state: CampaignState;
	/** Why it is not running. */
	why?: string;
	/** When the first message was submitted to the gateway, and the last. */
	startedAt?: number;
	lastSentAt?: number;
	/** Messages submitted in the meter's last full period, and since `at`. */
	meter: { at: number; before: number; since: number };
}

/** A recipient on its way into a campaign. */
export interface NewRecipient {
	/** The customer's address, normalised. */
	contact: string;
	/** What tells it from others in the campaign; the customer, by any name, by default. */
	recipient?: string;
	/** The key of its send; made from the campaign and the recipient by default. */
	key?: string;
	template?: { name: string; language: string };
	category?: string;
	/** What is sent, frozen: JSON. */
	content: unknown;
	state: 'planned' | 'held';
	/** Epoch ms */
	due: number;
	rule?: string;
	reason?: string;
}

/** A recipient, and the state of its message. */
export interface StoredRecipient extends Omit<NewRecipient, 'state' | 'due' | 'key' | 'recipient'> {
	campaign: string;
	recipient: string;
	key: string;
	state: RecipientState;
	action: 'freeform' | 'template';
	due?: number;
	/** When it was submitted to the gateway; 0 if it wasn't. */
	at: number;
	messageId?: string;
	/** How often it was refused. */
	refusals: number;
}

export interface RecipientClaim {
	channel: string;
	/** Claims of one campaign only. */
	campaign?: string;
	/** Epoch ms of the gateway's clock */
	now: number;
	/** When the claim is given up, and the message that was begun with it. */
	leasedUntil: number;
	/** Tells this worker from any other. */
	token: string;
	limit: number;
	/** Templates that no longer hold anyone: recipients who wait for them are due. */
	free: readonly string[];
}

export interface ClaimedRecipients {
	recipients: StoredRecipient[];
	/** When the next one is due; absent if there isn't one. */
	nextDueAt?: number;
}

/** A message that is about to be submitted to the gateway. */
export interface RecipientStart {
	key: string;
	action: 'freeform' | 'template';
	template?: { name: string; language: string };
	category?: string;
	/** Whether it opens a conversation. */
	opens: boolean;
	rule: string;
	reason: string;
}

/** The messages that may go out, with their slots; or why the number has none. */
export interface BegunRecipients {
	/** The keys that may be sent, of those that were asked for. */
	begun: string[];
	/** A slot for each of them, then for each that was asked for on top. */
	slots: Slot[];
	none?: NoSlot;
}

/** What became of a recipient that this worker had. */
export interface RecipientEnd {
	key: string;
	step: 'release' | 'hold' | 'skip' | 'refuse' | 'lose' | 'accept';
	rule?: string;
	reason?: string;
	/** Of a hold. Epoch ms */
	due?: number;
	/** Of a hold: the template whose state holds it. */
	waitsFor?: string;
	/** Whether the gateway refused it. */
	refused?: boolean;
	messageId?: string;
}

export interface RecipientQuery {
	campaign: string;
	states: readonly RecipientState[];
	/** The key to continue after. */
	after?: string;
	limit: number;
}

export interface ReasonCount {
	state: RecipientState;
	rule: string;
	reason: string;
	count: number;
}

/**
 * Campaigns and their recipients, each of whose messages is a send: one ledger keeps everything from being sent twice.
 * A worker's steps name its token, and change only what it still has.
 */
export interface CampaignStore {
	/** The campaign of this id: made, unless there is one. */
	open(campaign: NewCampaign): Promise<StoredCampaign>;
	find(id: string): Promise<StoredCampaign | undefined>;
	/** The newest first. */
	list(query?: { channel?: string; kept?: boolean }): Promise<StoredCampaign[]>;
	/** The channels of the campaigns that are running. */
	channels(): Promise<string[]>;
	/** Moves a campaign from one of some states to another; false when it was in none of them. */
	move(id: string, from: readonly CampaignState[], to: CampaignState, why?: string): Promise<boolean>;
	/** Puts recipients into a campaign; returns the keys of those that weren't there. */
	plan(campaign: string, channel: string, recipients: NewRecipient[]): Promise<string[]>;
	/** The keys and contacts that recipients would have. */
	name(
		campaign: string,
		channel: string,
		recipients: Array<Pick<NewRecipient, 'contact' | 'recipient'>>,
	): Promise<Array<{ key: string; recipient: string; contact: string }>>;
	/** Of some keys, those that are in use. */
	known(keys: string[]): Promise<string[]>;
	/** Takes what is due, by turns from the running campaigns of a channel. Gives up claims and sends whose lease is over. */
	claim(claim: RecipientClaim): Promise<ClaimedRecipients>;
	/** The templates that somebody waits for, in the campaigns of a channel. */
	awaitedTemplates(channel: string): Promise<string[]>;
	/**
	 * Notes that messages are about to go out, at `at` (epoch ms of the gateway's clock), and takes a slot for each, and
	 * for so many begun before.
	 */
	begin(
		token: string,
		starts: RecipientStart[],
		clock: { at: number; again: number },
		slots: SlotRequest,
	): Promise<BegunRecipients>;
	/** Notes what became of recipients. */
	end(token: string, ends: RecipientEnd[]): Promise<void>;
	/** Lets recipients in a state be sent to again, at most `limit` at a time; returns how many. */
	retry(id: string, state: 'failed' | 'held' | 'unconfirmed', now: number, limit: number): Promise<number>;
	/** Skips recipients who wait, at most `limit`; returns how many. */
	skipWaiting(id: string, rule: string, reason: string, limit: number): Promise<number>;
	counts(id: string): Promise<Array<{ state: RecipientState; count: number }>>;
	reasons(id: string): Promise<ReasonCount[]>;
	/** When the next held one is due. */
	heldUntil(id: string): Promise<number | undefined>;
	recipients(query: RecipientQuery): Promise<StoredRecipient[]>;
}
