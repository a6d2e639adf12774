import type { PriceList } from '../../engine/money/price-table';
import { priceListOf } from '../../engine/money/price-table';
import type { Work } from '../work';
import { pricesOf } from './prices';

/** The prices that a process has read, all of them under one stamp of the store. */
export interface KnownPrices {
	stamp: string | null;
	lists: Map<string, PriceList | undefined>;
}

export const noPricesKnown = (): KnownPrices => ({ stamp: null, lists: new Map() });

/**
 * The prices of accounts, as far as they have some, each read once.
 * @param stamp the store's, which changes with every price; `null` if nobody has set any. Whoever has read it holds the inbox
 */
export function* priceListsOf(
	accounts: Iterable<string>,
	stamp: string | null,
	known: KnownPrices,
): Work<ReadonlyMap<string, PriceList>> {
	const found = new Map<string, PriceList>();
	if (stamp === null) return found;
	if (known.stamp !== stamp) Object.assign(known, { stamp, lists: new Map() });
	for (const account of new Set(accounts)) {
		if (!known.lists.has(account)) known.lists.set(account, priceListOf(yield* pricesOf(account)));
		const list = known.lists.get(account);
		if (list) found.set(account, list);
	}
	return found;
}
