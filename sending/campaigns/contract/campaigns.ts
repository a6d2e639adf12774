import type { Action, CampaignState, Intent, RecipientState } from '../../../engine';
import type { FreeformContent, TemplateMessageComponent } from '../../../platform';
import type { Content } from '../../content';
import type { SendOptions } from '../../create-sender';

/** What a recipient is sent, in each form that the rules may choose. JSON: files are uploaded before, or links. */
export interface PlannedContent {
	template?: { name: string; language: string };
	/** The values of the template's variables. */
	components?: TemplateMessageComponent[];
	/** What goes out instead while the customer's conversation window is open. */
	freeform?: FreeformContent;
	/** MARKETING, UTILITY or AUTHENTICATION, where no template says it. */
	category?: string;
}

/** A campaign as it is planned. What is given here is frozen by the first plan under this id. */
export interface CampaignPlan extends PlannedContent {
	/** Chosen by the user: 1 to 200 characters, not beginning with `kept:`. */
	id: string;
	/** The phone number id that it goes out from. */
	channel: string;
	/** The account of the templates, where it cannot be learned. */
	account?: string;
	/** `strict` when left out. The version that is the newest now is kept. */
	policy?: string;
	/** Nothing goes out before. Epoch ms; at once when left out */
	startAt?: number;
	/** Nothing goes out from then on: whoever is left is skipped. Epoch ms */
	endAt?: number;
}

/** Somebody to reach. Content that is not given is the campaign's. */
export interface PlannedRecipient extends PlannedContent {
	/** The customer's phone number, account id or user id, or the group's id. */
	to: string;
	recipientType?: Intent['recipientType'];
	/** Whoever has the same key is the same recipient; the customer, however named, when left out. */
	key?: string;
	/** IANA, for example `Europe/Berlin`: for quiet hours. */
	timeZone?: string;
	/** What is known of the customer's last message; counts where it is newer than what was seen. Epoch ms */
	lastInboundAt?: number;
}

/** A recipient that cannot be planned, and everything that is wrong with it. */
export interface InvalidRecipient {
	/** Its place in the list, from 0. */
	index: number;
	to: string;
	problems: Array<{ path: string; message: string }>;
}

export interface PlanResult {
	campaign: Campaign;
	planned: number;
	/** How many were in the campaign before, or stood in the list twice. */
	repeated: number;
	invalid: InvalidRecipient[];
}

export interface PlanOptions {
	/** What became of each valid recipient, by its place in the list, from 0. */
	onRecipient?(index: number, became: 'planned' | 'repeated'): void;
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

/** A recipient of a campaign, and where the message stands. */
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
	/** Why it stands there, for people. */
	reason?: string;
	/** When it is looked at next, where it is planned or held. A held one may be looked at earlier. Epoch ms */
	due?: number;
	/** When it was handed to the gateway. Epoch ms */
	sentAt?: number;
	messageId?: string;
	/** How often it was refused. */
	refusals: number;
}

export interface RecipientPage {
	recipients: CampaignRecipient[];
	/** Give it as `after` to go on; absent at the end. */
	next?: string;
}

export interface RecipientQuery {
	/** All states when left out. */
	state?: RecipientState | RecipientState[];
	after?: string;
	/** 100 when left out, 10,000 at most. */
	limit?: number;
}

/** Counts by state; a state that nobody is in is 0. */
export type StateCounts = Record<RecipientState, number>;

/** Where a campaign stands. */
export interface CampaignReport {
	campaign: Campaign;
	total: number;
	counts: StateCounts;
	/** Why messages are held, skipped, failed or unconfirmed: one line for each rule or error, most first. */
	reasons: Array<{ state: RecipientState; rule: string; reason: string; count: number }>;
	/** Messages a second handed to the gateway, over the last 10 to 20 seconds. */
	rate: number;
	/** When the first message was handed to the gateway, and the last so far. Epoch ms */
	startedAt?: number;
	lastSentAt?: number;
	/** When those that may go out now will be out, at the rate of now. Epoch ms; absent when nothing goes on */
	estimatedEndAt?: number;
	/** When the next held one is due. Epoch ms */
	heldUntil?: number;
	/** Nobody is left to be sent to: all have an end, or are unconfirmed. */
	finished: boolean;
	/** The number sends nothing until then, as too many answers were lost in a row. Epoch ms of the local clock */
	numberHaltedUntil?: number;
	numberHaltedWhy?: string;
	/** The share of the rate that the number sends at, after answers that it was too fast: 1 is all of it. */
	numberSpeed: number;
	at: number;
}

export interface SendDueOptions {
	/** One campaign; all that are due when left out, the kept messages too. */
	campaign?: string;
	/** One phone number id: give it where the gateway's key is for one number only. */
	channel?: string;
	/** Claims nothing after this long. 50,000 when left out. ms */
	budgetMs?: number;
	/** Ends it: nothing is claimed any more within 100 ms, and what is on its way is settled. */
	signal?: AbortSignal;
	/** About once a second, and at the end. */
	onProgress?(summary: SendDueSummary): void;
	/** Each recipient it has dealt with, as soon as it is known where the message stands. */
	onRecipient?(recipient: CampaignRecipient): void;
}

/** What one `sendDue` did. */
export interface SendDueSummary {
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
	/** Numbers that send nothing for a while, as too many answers were lost in a row. Epoch ms of the local clock */
	halted: Array<{ channel: string; until: number; why: string }>;
	/** When something is due next, where that is known. Epoch ms */
	nextDueAt?: number;
	/** Campaigns that were paused meanwhile, with the reason. */
	paused: Array<{ campaign: string; why: string }>;
	/** How long it took. ms */
	took: number;
}

/** What a recipient would be sent now. */
export interface DryRunDecision {
	/** Its place in the list, from 0. */
	index: number;
	to: string;
	key: string;
	action: Action;
	rule: string;
	reason: string;
	/** Epoch ms */
	retryAt?: number;
	/** In upper case; `none` where nothing says it. */
	category: string;
}

export interface DryRunResult {
	decisions: DryRunDecision[];
	/** The messages that would go out now, by category. */
	messages: Record<string, number>;
	/** All recipients by what the rules say. */
	actions: Record<Action, number>;
	invalid: InvalidRecipient[];
	repeated: number;
}

export interface KeepOptions extends Pick<SendOptions, 'once' | 'campaign'> {
	/** It is skipped from then on. Epoch ms */
	until?: number;
	/** The policy that decides; `strict` when left out. The version that is the newest now is kept. */
	policy?: string;
	/** When it is looked at first: the `retryAt` of the outcome that held it. Epoch ms; at once when left out */
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
 * Campaigns: planned once, sent at a rate that the platform allows, each recipient at most once. What is planned
 * lies in the store, so that any number of workers can send it, and none has to live to its end. Methods that take a
 * campaign's id reject with an Error that names it where there is none.
 */
export interface Campaigns {
	/**
	 * Plans recipients: their content, and with the first plan of the id the policy's version, start and end, are
	 * frozen. A recipient who is in the campaign already stays as planned first. Works through any number in chunks.
	 * @throws Error that names all that is wrong with the campaign itself; then nobody was planned
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
	/** Nothing more is sent until it is resumed; what is on its way ends. */
	pause(id: string, why?: string): Promise<Campaign>;
	/** @throws Error where it was cancelled or has ended */
	resume(id: string): Promise<Campaign>;
	/** Whoever was not sent to is skipped, for ever. */
	cancel(id: string, why?: string): Promise<Campaign>;
	get(id: string): Promise<Campaign | undefined>;
	/** The newest first; those of one number where it is given. Kept messages are not among them. */
	list(query?: { channel?: string }): Promise<Campaign[]>;
	report(id: string): Promise<CampaignReport>;
	recipients(id: string, query?: RecipientQuery): Promise<RecipientPage>;
	/**
	 * Lets recipients be sent to again: those that failed, those that are held (now, instead of when they are due), or
	 * those whose answer was lost, who then may get the message twice. Gives how many.
	 */
	retry(id: string, what: 'failed' | 'held' | 'unconfirmed'): Promise<number>;
	/**
	 * What would go out now to these recipients, as a plan and a `sendDue` would have it. Writes nothing but what is
	 * learned of their templates.
	 */
	dryRun(
		plan: CampaignPlan,
		recipients: Iterable<PlannedRecipient> | AsyncIterable<PlannedRecipient>,
	): Promise<DryRunResult>;
}
