import type {
	CostRange,
	Millionths,
	Spending,
	CampaignState,
	PricingCount,
	RecipientState,
	RetriedRecipients,
	SendPricing,
} from '../../engine';
import type { FreeformContent } from '../../platform';
import type { Content, SendOptions } from '../message';
import type { SendDueSummary } from './dispatch/contract';
import type { CampaignPlan, DryRunResult, InvalidRecipient, PlannedRecipient } from './plan/contract';

export type * from './dispatch/contract';
export type * from './plan/contract';

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
	/** What its messages may cost, in the currency of the account's prices. */
	budget?: { amount: Millionths; currency: string };
}

/** What became of recipients that were to be skipped. */
export interface CancelledRecipients {
	campaign: Campaign;
	/** How many get no message. */
	skipped: number;
	/** Those of whom none waits: they aren't in the campaign, or became something else before. */
	notWaiting: string[];
}

export interface PlanResult {
	campaign: Campaign;
	planned: number;
	/** How many were in the campaign before, or stood in the list twice. */
	repeated: number;
	/** Of these, how many were in the campaign before. */
	alreadyPlanned: number;
	/** The keys, or else the addresses, of the repeated ones, at most 10. */
	repeatedRecipients: string[];
	/** The key, or else the address, of the first one that stood in the list twice. */
	firstRepeated?: string;
	invalid: InvalidRecipient[];
	/** What the planned messages cost, if the account has prices. Each counts in the dearest form that it can go out in. */
	cost?: CostRange;
}

export interface PlanOptions {
	/** What became of each valid recipient, by its place in the list, from 0. */
	onRecipient?(index: number, became: 'planned' | 'repeated'): void;
}

/** A recipient of a campaign, and the state of the message. */
export interface CampaignRecipient {
	campaign: string;
	/** The recipient's key in the campaign. */
	key: string;
	to: string;
	/** The customer, by the name that the store knows them by, or the group. */
	contact: string;
	/** What the customer is called in the list that was planned. */
	name?: string;
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
	/** What they cost, by category and market, if the account has prices. */
	spending?: Spending[];
	/** What it can still spend, if it has a budget. */
	budgetLeft?: Millionths;
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

export interface KeepOptions extends Pick<SendOptions, 'once' | 'campaign'> {
	/** It is skipped from then on. Epoch ms */
	until?: number;
	/** The policy that decides; `strict` when left out. The newest version at this time is kept. */
	policy?: string;
	/** When it is tried first: the `retryAt` of the outcome that held it. Epoch ms; immediately by default */
	dueAt?: number;
	/** Why it was held. */
	rule?: string;
	reason?: string;
}

/** What is kept, in each form that the rules may choose. JSON: files are uploaded before, or links. */
export interface KeptContent extends Omit<Content, 'freeform'> {
	freeform?: FreeformContent;
}

/** A message that is kept until it may go out. */
export interface Kept {
	/** The reserved campaign of kept messages, `kept:<channel>`. */
	campaign: string;
	key: string;
	state: RecipientState;
	/** When it is looked at next. Epoch ms */
	due?: number;
	/** Whether it was kept or sent before, so that nothing was kept now. */
	repeated: boolean;
}

/**
 * Campaigns: planned once, sent at a rate that the platform allows, each recipient at most once. What is planned is in
 * the store, so any number of workers can send it, and none has to live to the end. A campaign's ID belongs to its
 * number: methods that take one take the number too, and reject with an Error if the campaign doesn't exist there, or if
 * no number is given and several have it: it lists them.
 */
export interface Campaigns {
	/**
	 * Plans recipients: their content, and with the first plan of the id the policy's version, start and end, are
	 * frozen. A recipient who is in the campaign already stays as planned first. Works through any number in chunks.
	 * @throws Error that names everything that is wrong with the campaign itself; then no one was planned
	 */
	plan(
		plan: CampaignPlan,
		recipients: Iterable<PlannedRecipient> | AsyncIterable<PlannedRecipient>,
		options?: PlanOptions,
	): Promise<PlanResult>;
	/**
	 * Sends what is due: claims, asks the rules, waits for a slot of the number's rate, sends, records. Returns when
	 * nothing is due, or after its budget. Any number may run at once, in any number of processes.
	 */
	sendDue(options?: SendDueOptions): Promise<SendDueSummary>;
	/** Stops sending until it is resumed; messages that are being sent are finished. */
	pause(id: string, why?: string, of?: OfNumber): Promise<Campaign>;
	/**
	 * Continues a campaign, with another budget if it's given: units of the currency.
	 * @throws Error if it was cancelled or has ended, or if it was planned without a budget and one is given
	 */
	resume(id: string, of?: OfNumber & { budget?: number }): Promise<Campaign>;
	/** Everyone who wasn't sent to is skipped for good. A campaign that is finished stays as it is. */
	cancel(id: string, why?: string, of?: OfNumber): Promise<Campaign>;
	/**
	 * Skips some recipients for good, as far as they wait. The campaign continues.
	 * @param recipients their keys, or the addresses of those that were planned without a key of their own
	 * @throws Error if the campaign was cancelled or has ended
	 */
	cancelRecipients(
		id: string,
		recipients: readonly string[],
		why?: string,
		of?: OfNumber,
	): Promise<CancelledRecipients>;
	get(id: string, of?: OfNumber): Promise<Campaign | undefined>;
	/** The newest first; those of one number if it is given. Kept messages aren't among them. */
	list(query?: OfNumber): Promise<Campaign[]>;
	report(id: string, of?: OfNumber): Promise<CampaignReport>;
	recipients(id: string, query?: RecipientQuery): Promise<RecipientPage>;
	/**
	 * Lets recipients be sent to again: those that failed, those that are held (now, instead of when they are due), those
	 * whose answer was lost, or of these only the ones without a sign that they were sent. Whoever is sent to again although
	 * the answer was lost may get the message twice. Returns how many.
	 */
	retry(id: string, what: RetriedRecipients, of?: OfNumber): Promise<number>;
	/**
	 * What would go out to these recipients now if they were planned and sent. Writes nothing except what is learned
	 * about their templates.
	 */
	dryRun(
		plan: CampaignPlan,
		recipients: Iterable<PlannedRecipient> | AsyncIterable<PlannedRecipient>,
	): Promise<DryRunResult>;
}
