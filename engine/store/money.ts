import type { ChargeState } from '../money/charges';
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

/** How many messages of a kind became this, within a quarter of an hour. Time zones change at its ends only. */
export interface ChargeCount extends ChargeKind {
	state: ChargeState;
	/** When the quarter began. Epoch ms */
	at: number;
	messages: number;
}

/** The same of messages that aren't kept any more, within a day of the account's time zone: `2026-10-01`. */
export interface ChargeTotal extends Omit<ChargeCount, 'at'> {
	day: string;
}

/** A message that went out, of which no status has come. */
export interface UnpricedSend {
	channel: string;
	contact: string;
	action: 'freeform' | 'template';
	/** In upper case. */
	category?: string;
	campaign?: string;
	/** Epoch ms */
	at: number;
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

/** What messages cost. */
export interface MoneyStore {
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
	 * How many messages were charged, wait for it, or aren't charged: by the time of delivery, or the time of sending of
	 * what isn't delivered.
	 * @param expiredBefore what was sent before then and is still pending isn't charged. Epoch ms
	 */
	charges(query: ChargeQuery, expiredBefore: number): Promise<ChargeCount[]>;
	/** The same of messages that aren't kept any more, of some days. */
	totals(query: {
		channel?: string;
		campaign?: string;
		firstDay: string;
		lastDay: string;
	}): Promise<ChargeTotal[]>;
	/** The messages of a kind that were delivered in a time, oldest first. Those of erased customers have a hash as their ID. */
	delivered(
		query: Pick<ChargeQuery, 'from' | 'to'> & Pick<ChargeKind, 'account' | 'category' | 'type'>,
	): Promise<Array<{ channel: string; messageId: string; market: string; at: number }>>;
	/** The messages of this store in a time that no status has told of. */
	unpriced(query: ChargeQuery): Promise<UnpricedSend[]>;
}
