import type { PriceTable, SavedPriceTable } from '../money/price-table';

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
}
