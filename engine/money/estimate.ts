import { marketsOf, normalizeAddress } from '../../platform';
import type { Millionths } from './amounts';
import { billedMarket } from './cost';
import { dayIn } from './days';
import type { PriceList } from './price-table';
import { spelledCategory } from './price-table';

/** A message that goes out, or would. */
export interface Priced {
	/** The customer, by any name. */
	to: string;
	action: 'freeform' | 'template';
	/** The template's, in any spelling. */
	category?: string;
}

/** What a message costs before its statuses say what it's charged as: at most the list price. */
export interface CostEstimate {
	currency: string;
	/** `undefined` if the prices have none for the customer's market and the category. */
	amount?: Millionths;
	estimated: true;
}

const categoryOf = ({ action, category = '' }: Pick<Priced, 'action' | 'category'>) =>
	action === 'freeform' ? 'service' : category;

/** The category that a message is priced as, as prices name it. */
export const pricedAs = (message: Pick<Priced, 'action' | 'category'>): string =>
	spelledCategory(categoryOf(message)) || 'an unknown category';

/**
 * What a message costs at most.
 * @param now epoch ms
 */
export function estimateOf(message: Priced, prices: PriceList, now: number): CostEstimate {
	const day = dayIn(prices.timeZone, now);
	const rate = prices.rateOf(marketsOf(normalizeAddress(message.to)), categoryOf(message), day);
	return { currency: prices.currency, ...(rate && { amount: rate.amount }), estimated: true };
}

/** What many messages cost: from, and up to. A freeform message may be free. */
export interface CostRange {
	currency: string;
	least: Millionths;
	most: Millionths;
	/** How many messages these amounts are for. */
	known: number;
	/** How many messages have no price, by the market that the platform bills them in; empty if it isn't known. */
	unknown: Record<string, number>;
	/** The categories that lack a price in these markets. */
	unknownCategories: string[];
}

/** Adds up what messages cost. */
export function openRange(
	prices: PriceList,
	now: number,
): {
	/** Adds one message, in each form that it may go out in. */
	add(first: Priced, ...others: Priced[]): void;
	range: CostRange;
} {
	const range: CostRange = {
		currency: prices.currency,
		least: 0,
		most: 0,
		known: 0,
		unknown: {},
		unknownCategories: [],
	};
	return {
		range,
		add(first, ...others) {
			const forms = [first, ...others];
			const amounts = forms.map((form) => estimateOf(form, prices, now).amount);
			if (amounts.includes(undefined)) {
				const market = billedMarket(marketsOf(normalizeAddress(first.to))[0] ?? '');
				range.unknown[market] = (range.unknown[market] ?? 0) + 1;
				const lacking = forms.filter((_, at) => amounts[at] === undefined).map(pricedAs);
				range.unknownCategories = [...new Set([...range.unknownCategories, ...lacking])];
				return;
			}
			range.known += 1;
			const priced = amounts as Millionths[];
			range.most += Math.max(...priced);
			range.least += Math.min(...priced.map((amount, at) => (forms[at]!.action === 'template' ? amount : 0)));
		},
	};
}
