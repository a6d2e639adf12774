import { marketsOf, normalizeAddress } from '../../platform';
import type { Facts } from '../policies/facts';
import type { DecidedCost } from '../store/money';
import { writeAmount } from './amounts';
import { billedMarket } from './cost';
import type { Priced } from './estimate';
import { estimateOf, pricedAs } from './estimate';
import type { PriceList } from './price-table';

/**
 * What a message is expected to cost that is decided now.
 * @param to the customer, by any name that tells the market
 */
export function costOfDecided(
	to: string,
	action: Priced['action'],
	{ category, freeEntryOpen, now }: Pick<Facts, 'category' | 'freeEntryOpen' | 'now'>,
	prices: PriceList,
): DecidedCost {
	const { currency, amount } = estimateOf({ to, action, category }, prices, now);
	if (freeEntryOpen === 'open') return { currency, amount: 0 };
	if (amount !== undefined) return { currency, amount };
	if (action === 'template' && category === 'none') return { currency, why: 'unknown-category' };
	const [market] = marketsOf(normalizeAddress(to));
	if (market === undefined) return { currency, why: 'unknown-market' };
	return {
		currency,
		why: 'no-price',
		market: billedMarket(market),
		category: pricedAs({ action, category }),
	};
}

const WHY: Readonly<Record<Extract<DecidedCost, { why: unknown }>['why'], string>> = {
	'unknown-category': "the template's category is unknown",
	'unknown-market': "the customer's market is unknown",
	'no-price': "the prices have none for the customer's market and the category",
};

/** What a message was expected to cost, as a sentence. */
export function decidedCostSentence(cost: DecidedCost): string {
	if ('why' in cost) {
		const { why, market, category } = cost;
		const isNamed = market !== undefined && category !== undefined;
		return `Nobody knew what it costs: ${isNamed ? `there is no price for ${category} in ${market}` : WHY[why]}.`;
	}
	if (cost.amount === 0) return 'It would cost nothing.';
	return `It would cost at most ${cost.currency} ${writeAmount(cost.amount)}.`;
}
