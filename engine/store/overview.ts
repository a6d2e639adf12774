/** What a line of a day counts. */
export const HAPPENED = ['received', 'answered', 'held', 'skipped', 'failed', 'unconfirmed'] as const;

/**
 * `received`: messages of customers. `answered`: messages that were let out, and that the gateway didn't refuse at once.
 * `held`, `skipped`: messages that the rules held back or skipped, each once. `failed`: messages that were submitted then,
 * and failed, or that the gateway refused. `unconfirmed`: messages that were submitted then.
 */
export type Happened = (typeof HAPPENED)[number];

/** How often something happened on a number. */
export interface HappenedCount {
	channel: string;
	what: Happened;
	count: number;
}

/** A time span. `ahead`: how much later it is by the gateway's clock, which all but what was received is dated by. ms */
export interface HappenedQuery {
	/** Epoch ms of the gateway's clock. */
	from: number;
	to: number;
	ahead: number;
}

/** A customer or group that was found under a name. */
export interface FoundCustomer {
	/** The name that was looked for: a phone number, a user ID, a group ID. */
	name: string;
	/** The name that it is kept under. */
	contact: string;
}

export interface CustomerSearch {
	channel: string;
	/** Names begin with this, or are this if `isWhole`. */
	name: string;
	isWhole: boolean;
	/** The name to continue after. */
	after?: string;
	limit: number;
}

/** A customer by the name in their profile. */
export interface NamedCustomer {
	contact: string;
	/** The name as it was written. */
	profile: string;
	/** The name as it is searched for. */
	folded: string;
}

export interface NameSearch {
	channel: string;
	/** Names begin with this; as `foldedName` makes it. */
	folded: string;
	/** The customer to continue after. */
	after?: NamedCustomer;
	limit: number;
}

/** When a customer last wrote. */
export interface RecentCustomer {
	contact: string;
	/** Epoch ms */
	at: number;
}

/** A customer who waits for an answer. */
export interface UnansweredCustomer extends RecentCustomer {
	/** When a person was called, if one was. Epoch ms */
	calledAt?: number;
}

/** A time span, and how many customers are looked for in it. */
export interface UnansweredQuery {
	channel: string;
	/** They wrote after this, and not after `before`. Epoch ms */
	after: number;
	before: number;
	limit: number;
}

/** Whom something happened to, within a time span (epoch ms), newest first. */
export interface WhomQuery {
	/** A message of a customer is none of these: `recent` has those who wrote. */
	what: Exclude<Happened, 'received'>;
	from: number;
	to: number;
	/** The one to continue after. */
	before?: AffectedCustomer;
	limit: number;
}

/** A customer to whom something happened, and when. */
export interface AffectedCustomer extends RecentCustomer {
	channel: string;
	/** The rule that decided; absent of messages that failed or are unconfirmed. */
	rule?: string;
}

/**
 * What people look at while everything else goes on. Each of these reads takes a bounded number of rows by an index,
 * however large the store is.
 */
export interface OverviewStore {
	/** What happened in a time, by number. It takes as many rows as things happened: ask for short times. */
	happened(query: HappenedQuery): Promise<HappenedCount[]>;
	/** How many conversation windows a number has that were opened after a time, counted up to `most`. */
	openWindows(query: { channel: string; openedAfter: number; most: number }): Promise<number>;
	/** Customers and groups by their names, in the order of these. */
	customers(query: CustomerSearch): Promise<FoundCustomer[]>;
	/** Customers by the names in their profiles, in the order of these. */
	named(query: NameSearch): Promise<NamedCustomer[]>;
	/**
	 * Customers with a later word of the name in their profile that begins with a text, such as their last name, among the
	 * 2,000 who wrote last, newest first; then those with such a name in the list of a campaign, among 2,000 recipients of
	 * the 10 newest campaigns.
	 */
	namedLately(query: Omit<NameSearch, 'after'>): Promise<NamedCustomer[]>;
	/**
	 * The names in the profiles of customers, as they were written, by customer; without one, the name in the list of a
	 * campaign, if one of the newest messages to the customer has it. Of those whose name is known.
	 */
	profiles(query: { channel: string; contacts: readonly string[] }): Promise<ReadonlyMap<string, string>>;
	/** When customers last wrote, by customer; of those who did. */
	wroteAt(query: { channel: string; contacts: readonly string[] }): Promise<ReadonlyMap<string, number>>;
	/**
	 * Customers whose phone number ends with these digits, among the 2,000 who wrote last, and those whom the last 2,000
	 * decisions were about.
	 */
	ending(query: { channel: string; digits: string; limit: number }): Promise<string[]>;
	/** Those who wrote last, before this one, newest first. A customer can come again, with an earlier time. */
	recent(query: { channel: string; before?: RecentCustomer; limit: number }): Promise<RecentCustomer[]>;
	/**
	 * Customers and groups who wrote and to whom nothing was sent since then but what campaigns send, newest first, among
	 * the 2,000 who wrote last. Nor has a person answered. Answers of the agent aren't looked at. Those for whom a person
	 * was called are among them until one answers, also if they wrote after `before`.
	 */
	unanswered(query: UnansweredQuery): Promise<UnansweredCustomer[]>;
	/** Those to whom something happened. It looks at as many rows as things happened: ask for short times. */
	whom(query: WhomQuery): Promise<AffectedCustomer[]>;
}
