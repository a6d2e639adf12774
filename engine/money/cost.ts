import { marketsNamed } from '../../platform';
import type { ChargeState } from './charges';
import type { Millionths } from './amounts';
import type { PriceList } from './price-table';

/** What is known of messages of one kind, on a day of the account's time zone. An empty text stands for what isn't known. */
export interface PricedKind {
	market: string;
	type: string;
	category: string;
	subtype: string;
	state: ChargeState | 'estimated';
	/** `2026-10-01` */
	day: string;
}

/** Why nobody knows what a message costs. */
export type WhyUnknown = 'no-status' | 'unknown-type' | 'unknown-market' | 'no-price' | 'no-prices';

/**
 * What one message costs. `estimated` went out and nothing was heard of it; `pending` has a price and isn't delivered;
 * `charged` is delivered; the amounts are in the currency of the prices.
 */
export type Cost =
	| { is: 'estimated' | 'pending' | 'charged'; amount: Millionths; market: string }
	| { is: 'free'; why: string }
	| { is: 'failed' | 'expired' }
	| { is: 'unknown'; why: WhyUnknown };

const unknown = (why: WhyUnknown): Cost => ({ is: 'unknown', why });

/**
 * What a message of a kind costs at the prices of its account (docs/interface.md, Prices). Unknown is never 0.
 * @param prices `undefined` if nobody has set any
 */
export function costOf(
	{ market, type, category, subtype, state, day }: PricedKind,
	prices: PriceList | undefined,
): Cost {
	if (state === 'failed' || state === 'expired') return { is: state };
	if (subtype === 'paid_exempt') return { is: 'free', why: subtype };
	if (type.startsWith('free_')) return { is: 'free', why: type };
	if (type === '' && category === '') return unknown('no-status');
	if (type !== 'regular') return unknown('unknown-type');
	if (!prices) return unknown('no-prices');
	const markets = marketsNamed(market);
	if (markets.length === 0) return unknown('unknown-market');
	const rate = prices.rateOf(markets, category, day);
	return rate ? { is: state, ...rate } : unknown('no-price');
}

/** The market that the platform bills messages of a market in, whose name may be the one of a country in it. */
export const billedMarket = (market: string): string => marketsNamed(market).at(-1) ?? '';
