import { UNKNOWN_AMOUNT } from '../policies/facts';
import type { Facts } from '../policies/facts';
import type { Reservation } from '../store/money';
import { isKeptCampaign } from '../campaigns/keys';
import { marketsOf, normalizeAddress } from '../../platform';
import { inMillionths } from './amounts';
import type { Millionths } from './amounts';
import { dayIn } from './days';
import type { PriceList } from './price-table';
import { spelledCategory } from './price-table';

/** A template of unknown category counts as marketing. */
const UNKNOWN_CATEGORY = 'marketing';

/**
 * The category that caps count a message in: `marketing`, `utility`, `authentication`, or `service`, whatever path or
 * group it's sent to.
 */
export const cappedCategory = (category: string): string =>
	spelledCategory(category)
		.replace(/^group_/, '')
		.replace(/^(marketing|authentication)_.*$/, '$1');

/** What caps count a message as. */
export interface CappedMessage {
	/** The customer, by any name that tells the market. */
	to: string;
	action: 'freeform' | 'template';
	/** The template's, in any spelling; `none` if it isn't known. */
	category: string;
}

const categoryOf = ({ action, category }: Pick<CappedMessage, 'action' | 'category'>) => {
	if (action === 'freeform') return 'service';
	return category === 'none' ? UNKNOWN_CATEGORY : category;
};

/** The campaign that a message's cost is added to; empty without one, and of messages that were kept. */
export const campaignOfSpending = (campaign = 'none'): string =>
	campaign === 'none' || isKeptCampaign(campaign) ? '' : campaign;

/**
 * What a message costs at most, for a cap: if its market has no price, the highest of its category.
 * @returns `undefined` if the prices have none for the category
 */
export function mostFor(message: CappedMessage, prices: PriceList, now: number): Millionths | undefined {
	const day = dayIn(prices.timeZone, now);
	const category = categoryOf(message);
	const rate = prices.rateOf(marketsOf(normalizeAddress(message.to)), category, day);
	return rate?.amount ?? prices.highestOf(category, day);
}

/** The form that a message would go out in now: freeform if it can. */
export const formNow = ({
	window,
	hasFreeform,
	hasTemplate,
}: Pick<Facts, 'window' | 'hasFreeform' | 'hasTemplate'>): CappedMessage['action'] =>
	hasFreeform && (window === 'open' || !hasTemplate) ? 'freeform' : 'template';

/** What is reserved for a message that goes out in a form; nothing if nobody knows what it costs. */
export function reservationOf(
	action: CappedMessage['action'],
	facts: Pick<Facts, 'campaign' | 'category' | 'costIfFreeform' | 'costIfTemplate' | 'now'>,
	{ timeZone, currency }: Pick<PriceList, 'timeZone' | 'currency'>,
): Reservation | undefined {
	const { campaign, category, costIfFreeform, costIfTemplate, now } = facts;
	const cost = action === 'freeform' ? costIfFreeform : costIfTemplate;
	if (cost === UNKNOWN_AMOUNT) return undefined;
	return {
		amount: inMillionths(cost),
		currency,
		day: dayIn(timeZone, now),
		category: cappedCategory(categoryOf({ action, category })),
		campaign: campaignOfSpending(campaign),
	};
}
