import type { ChargeState } from '../money/charges';
import type { Millionths } from '../money/amounts';
import type { PriceTable, SavedPriceTable } from '../money/price-table';

/** What is known of a message that is charged or free. An empty text stands for what isn't known. */
export interface ChargeKind {
	channel: string;
	account: string;
	/** Empty for a message of no campaign, and of another system. */
	campaign: string;
	/** The narrowest market that has a name. */
	market: string;
	/** As the platform writes it: `regular`, `free_customer_service`. */
	type: string;
	/** With underscores: `group_utility`. */
	category: string;
	/** `paid_exempt` */
	subtype: string;
}

/** How many messages of a kind became this, on a day of the account's time zone. */
export interface ChargeTotal extends ChargeKind {
	/** `expired` of what an older version of the package has forgotten: others are pending, on the day of sending. */
	state: ChargeState;
	/** `2026-10-01` */
	day: string;
	messages: number;
}

/** A message that went out, of which no status has come. */
export interface UnpricedSend {
	channel: string;
	contact: string;
	action: 'freeform' | 'template';
	/** `spring_offer/en_US` */
	template?: string;
	/** In upper case. */
	category?: string;
	campaign?: string;
	/** Epoch ms */
	at: number;
}

/** What a message was expected to cost when it was decided: at most the list price of its form. If nobody knew, why. */
export type DecidedCost =
	| { currency: string; amount: Millionths }
	| {
			currency: string;
			why: 'unknown-category' | 'unknown-market' | 'no-price';
			/** Where a price is missing, and for what: `Germany`, `marketing`. An earlier version didn't keep them. */
			market?: string;
			category?: string;
	  };

/** What is added to what is spent, and where. */
export interface AddedSpending {
	/** At most, at the prices of then. */
	amount: Millionths;
	/** On which day it began, in the account's time zone: `2026-10-01`. */
	day: string;
	/** As caps name it: `marketing`. */
	category: string;
	/** Empty for a message of no campaign. */
	campaign: string;
}

/** What a message adds to what is spent, from its beginning on until its statuses say what it costs. */
export interface Reservation extends AddedSpending {
	/** Of the prices. */
	currency: string;
}

/** What a number's messages of a category cost that began in a time, whether a status has told of them or not. */
export interface SpentSoFar {
	category: string;
	today: Millionths;
	thisMonth: Millionths;
	byCampaign: Millionths;
	/** How many service messages of this month were in the free part. */
	freeService: number;
}

/** Whose spending is asked for: of a day, of its month up to it, and of a campaign. */
export interface SpentQuery {
	channel: string;
	day: string;
	campaign: string;
}

/** A change of what was spent: a message began, or it was known what it costs. Its amount is the change. */
export interface SpendingStep extends AddedSpending {
	/** Epoch ms */
	at: number;
	/** The message that began with it. */
	key?: string;
}

/** What is kept of what a message costs. */
export interface KeptCharge extends Omit<ChargeKind, 'campaign'> {
	messageId: string;
	contact: string;
	campaign?: string;
	/** Epoch ms */
	sentAt: number;
	deliveredAt?: number;
	failedAt?: number;
}

export interface ChargeQuery {
	/** The number; every number if left out. */
	channel?: string;
	/** The messages of a campaign; every message if left out. */
	campaign?: string;
	/** From this time on, and up to this one. Epoch ms */
	from: number;
	to: number;
}

/** A line of the platform's bill. */
export interface CheckedLine {
	account: string;
	/** In the account's time zone: `2026-10-01`. */
	day: string;
	/** The market that the platform bills in. */
	market: string;
	category: string;
	type: string;
	/** How many messages were compared; null if an earlier version of the package compared them. */
	messages: number | null;
}

/** A message that was charged, waits for it, or isn't charged, on a day. */
interface MessageTotal extends ChargeTotal {
	contact: string;
	/** `spring_offer/en_US`; absent if it was none of this store's templates, or its send isn't kept any more. */
	template?: string;
}

/** A place in the order of customers' messages. */
export interface MessagePlace {
	channel: string;
	contact: string;
	messageId: string;
	recipient: string;
}

/** What messages cost. */
export interface MoneyStore {
	/** Notes which lines of a bill agree with what was counted, and which don't any more. */
	check(lines: ReadonlyArray<CheckedLine & { agrees: boolean }>): Promise<void>;
	/** The lines that agreed when they were compared last, of some days. */
	checked(query: { firstDay: string; lastDay: string }): Promise<CheckedLine[]>;
	/**
	 * Keeps prices as the next version of the account's table for their first day. Prices that are the newest version
	 * already are none of their own.
	 */
	savePrices(table: PriceTable, savedAt: number): Promise<SavedPriceTable>;
	/** The newest version of each table of an account, the earliest first. */
	pricesOf(account: string): Promise<SavedPriceTable[]>;
	/** The accounts that have prices. */
	pricedAccounts(): Promise<string[]>;
	/**
	 * How many messages were charged, wait for it, or aren't charged, on some days: by the day of delivery, or the day of
	 * sending of what isn't delivered.
	 */
	totals(query: {
		channel?: string;
		campaign?: string;
		firstDay: string;
		lastDay: string;
	}): Promise<ChargeTotal[]>;
	/**
	 * The same by message, as far as each is kept: some messages, in the order of customers. A customer can be on
	 * two pages. Those of erased customers have none.
	 */
	messageTotals(query: {
		channel?: string;
		campaign?: string;
		firstDay: string;
		lastDay: string;
		/** The place to continue after. */
		after?: MessagePlace;
		limit: number;
	}): Promise<{ totals: MessageTotal[]; next?: MessagePlace }>;
	/** The messages of a kind that were delivered in a time, oldest first. Those of erased customers have a hash as their ID. */
	delivered(
		query: Pick<ChargeQuery, 'from' | 'to'> & Pick<ChargeKind, 'account' | 'category' | 'type'>,
	): Promise<Array<{ channel: string; messageId: string; market: string; at: number }>>;
	/** What was spent until now, by category. What is reserved counts. */
	spent(query: SpentQuery): Promise<SpentSoFar[]>;
	/** How what was spent changed by messages that began in a time. Some of it changed later. */
	spendingSteps(query: { channel: string; from: number; to: number }): Promise<SpendingStep[]>;
	/** The messages of this store in a time that no status has told of. */
	unpriced(query: ChargeQuery): Promise<UnpricedSend[]>;
}
