import type {
	AccountTemplate,
	CampaignState,
	DecisionOrigin,
	Happened,
	ListedPolicy,
	RecipientState,
	RuleAsSentences,
	TimelineKind,
	WhomQuery,
} from '../engine';

/** What the page shows. All times are epoch ms of the gateway's clock; all names are texts, never HTML. */
export interface OverviewRecord {
	at: number;
	/** Where the store is, for people. */
	store: string;
	/** Whether decisions are kept, without which nothing is known to be answered, held, or skipped. */
	keepsDecisions: boolean;
	day: DayRecord;
	numbers: NumberRecord[];
	/** What needs a person, the worst first. */
	attention: AttentionRecord[];
}

/** What happened in the last 24 hours, in periods of `step` ms from `from` on. The last one isn't over yet. */
export interface DayRecord {
	from: number;
	step: number;
	counts: Record<Happened, number[]>;
	/** Whether every period was counted. The newest are first. */
	isWhole: boolean;
}

export interface NumberRecord {
	channel: string;
	/** As customers see it, or its ID if no delivery has said so. */
	number: string;
	/** Messages a second at full speed, and the share of it that the number sends at now: 0 to 1. */
	perSecond: number;
	speed: number;
	haltedUntil?: number;
	/** Customers and groups whose conversation window is open; `most` if there are more than were counted. */
	windows: { count: number; most: boolean };
	quality?: string;
	limit?: string;
	/** What today's messages cost, for people; absent if the account has no prices. */
	spent?: string;
	/** What this month's messages cost; absent if the account has no prices. */
	month?: MonthRecord;
}

/** What messages cost since the first of the month, in the account's time zone. Sums are for people. */
export interface MonthRecord {
	total: string;
	/** By category and market, the dearest first. An empty category or market isn't known. */
	rows: Array<{ category: string; market: string; charged: number; free: number; spent: string }>;
}

export interface AttentionRecord {
	severity: 'bad' | 'warn';
	/** Times in it are ISO 8601. */
	sentence: string;
	/** A campaign that it is about. */
	campaign?: { channel: string; id: string };
	/** The page that has more about it. */
	page?: 'templates';
	/** Some of the customers whom it is about. */
	customers?: CustomerRecord[];
	/** How many others there are, and the list that has them all. */
	others?: { count: number; atLeast: boolean; list: CustomerList };
}

/** Lists of customers: those who asked for a person, or wait for an answer, and those to whom something happened in the last 24 hours. */
const CUSTOMER_LISTS = [
	'called',
	'unanswered',
	'answered',
	'held',
	'skipped',
	'failed',
	'unconfirmed',
] as const satisfies ReadonlyArray<WhomQuery['what'] | 'called' | 'unanswered'>;
export type CustomerList = (typeof CUSTOMER_LISTS)[number];

/** Whether a part of an address names a list of customers. */
export const isCustomerList = (text: string | undefined): text is CustomerList =>
	CUSTOMER_LISTS.some((list) => list === text);

/** A campaign in the list. */
export interface CampaignRecord {
	channel: string;
	/** The number of the business, for people. */
	number: string;
	id: string;
	/** The reserved campaign of messages that are kept until they may go out. */
	kept: boolean;
	/** `waiting` is a campaign that runs, and whose recipients who are left are all held. */
	state: CampaignState | 'waiting' | 'finished';
	why?: string;
	plannedAt: number;
	total: number;
	counts: Record<RecipientState, number>;
	/** Messages a second, over the last 10 to 20 seconds. */
	rate: number;
	/** When those that may go out now will be out, at the current rate. */
	endsAt?: number;
}

/** A campaign on its own page. */
export interface CampaignDetailRecord extends CampaignRecord {
	at: number;
	policy: { name: string; version: number };
	startAt?: number;
	endAt?: number;
	startedAt?: number;
	lastSentAt?: number;
	/** When the rules are asked again about the first one that is held. */
	heldUntil?: number;
	perSecond: number;
	speed: number;
	haltedUntil?: number;
	haltedWhy?: string;
	/** Why messages wait without being held, then why they are held, skipped, failed, or unconfirmed, most first. */
	reasons: ReasonRecord[];
	/** Whether messages failed that may arrive if somebody retries them now. */
	retryHelps?: true;
	/** How many messages were submitted in each period of `step` ms from `from` on; absent before the first. */
	times?: { from: number; step: number; counts: number[] };
	/** Whether `reasons` and `times` are estimated from some of the messages of each state. */
	sampled: boolean;
	/** What it cost, for people; absent if the account has no prices. */
	spent?: string;
	/** What it may cost, for people. */
	budget?: string;
}

export interface TemplatesRecord {
	at: number;
	templates: AccountTemplate[];
}

export interface PoliciesRecord {
	policies: ListedPolicy[];
}

/** A version of a policy. */
export interface PolicyRecord {
	name: string;
	version: number;
	/** Absent of a policy that was asked without being saved. */
	newest?: number;
	builtIn: boolean;
	savedAt?: number;
	description?: string;
	/** What is different from the version before; absent if nothing is, or if that isn't there. */
	changes?: string;
	/** In the order in which they are asked, then those that are turned off. */
	rules: RuleAsSentences[];
	/** Facts that it declares. */
	facts: Array<{ name: string; label: string; description?: string; missing?: string }>;
	/** What it has to decide. */
	tests: string[];
	/** The names of its reactions. */
	reactions: string[];
	/** The numbers that use it, for people, unless a node names another one. */
	numbers: string[];
	/** The campaigns that were planned with this version, of the newest ones. */
	campaigns: Array<{ channel: string; id: string }>;
}

export interface ReasonRecord {
	state: RecipientState;
	rule: string;
	/** Whether it is a rule of the campaign's policy. */
	isOfPolicy: boolean;
	/** Times in it are ISO 8601. */
	reason: string;
	count: number;
}

/** A customer, by what stands for the customer in addresses and the name that may be shown. */
export interface CustomerRecord {
	customer: string;
	channel: string;
	/** The number of the business, for people. */
	number?: string;
	name: string;
	/** The name in the customer's profile, if it is known. */
	profile?: string;
	/** When the customer last wrote, or, in a list of whom something happened to, when that was. */
	at?: number;
	/** The rule that decided then, if one was asked. */
	rule?: string;
	/** What the customer wrote last, in quotes. */
	words?: string;
}

export interface RecipientRecord extends CustomerRecord {
	state: RecipientState;
	reason?: string;
	due?: number;
}

/** A page of a list. `next` continues after it. */
export interface PageOf<Row> {
	rows: Row[];
	next?: string;
	/** The gateway's time, by which the rows are dated. Epoch ms; absent of rows without times. */
	now?: number;
}

/** What happened with a customer, oldest first. */
export interface TimelineRecord {
	customer: string;
	/** The number of the business, for people. */
	number: string;
	name: string;
	/** The name in the customer's profile, as of the last message. */
	profile?: string;
	window: 'open' | 'closed';
	windowClosesAt?: number;
	holder: string;
	optedOut: string[];
	/** When a person was called who hasn't answered yet. Epoch ms */
	personCalledAt?: number;
	/** What the messages of the entries cost, for people; absent if the account has no prices, or nothing was sent. */
	spent?: string;
	entries: EntryRecord[];
}

export interface EntryRecord {
	kind: TimelineKind;
	at: number;
	/** Times in it are ISO 8601. */
	sentence: string;
	action?: 'freeform' | 'template' | 'hold' | 'skip';
	/** The rule that decided, and its policy. */
	decidedBy?: { rule: string; policy: { name: string; version: number } };
	/** Whether it tells that a message failed. */
	failed?: true;
	/** The workflow and its execution in n8n that asked for the decision. */
	origin?: DecisionOrigin;
	/** Where the execution is, if the address of n8n is known. */
	executionUrl?: string;
}

/** What a live view sends: the view, or what is wrong. */
export type LiveMessage<View> = { view: View } | { trouble: string };
