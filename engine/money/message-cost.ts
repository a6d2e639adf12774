import { marketsOf } from '../../platform';
import type { KeptSend } from '../store/customers';
import { spelledPricing } from './charges';
import { costOf } from './cost';
import { dayIn } from './days';
import type { CostEstimate } from './estimate';
import { estimateOf } from './estimate';
import type { PriceList } from './price-table';
import type { Millionths } from './amounts';
import { inCurrency, writeAmount } from './amounts';

/** What one message costs: by its statuses, or at most, before they say it. */
export interface MessageCost extends Omit<CostEstimate, 'estimated'> {
	estimated: boolean;
}

/** A message that isn't delivered yet costs at most this. */
const DELIVERED: ReadonlySet<KeptSend['state']> = new Set(['delivered', 'read']);

/**
 * What a message costs that was submitted; `undefined` if it costs nothing because it failed.
 * @param deliveredAt when it was delivered, as far as that is known. Epoch ms
 */
export function costOfSend(
	{ contact, action, category, state, at, pricing }: KeptSend,
	deliveredAt: number | undefined,
	prices: PriceList,
): MessageCost | undefined {
	if (state === 'failed') return undefined;
	if (!pricing) return estimateOf({ to: contact, action, ...(category && { category }) }, prices, at);
	const { currency, timeZone } = prices;
	const { type = '', category: charged = '', subtype = '' } = spelledPricing(pricing);
	const isDelivered = DELIVERED.has(state);
	const cost = costOf(
		{
			market: marketsOf(contact)[0] ?? '',
			type,
			category: charged,
			subtype,
			state: isDelivered ? 'charged' : 'pending',
			day: dayIn(timeZone, deliveredAt ?? at),
		},
		prices,
	);
	const amount = cost.is === 'free' ? 0 : 'amount' in cost ? cost.amount : undefined;
	return { currency, ...(amount !== undefined && { amount }), estimated: !isDelivered };
}

/** What a message costs, as a sentence. */
export function messageCostSentence({ amount, currency, estimated }: MessageCost): string {
	if (amount === undefined) return "What it costs isn't known.";
	if (amount === 0) return 'It costs nothing.';
	return `It costs ${estimated ? 'at most ' : ''}${currency} ${writeAmount(amount)}.`;
}

/** What was spent, and what will be: `EUR 12.30, EUR 1.00 pending`. */
export function spentText({
	currency,
	spent,
	pending,
}: {
	currency: string;
	spent: Millionths;
	pending: Millionths;
}): string {
	const [now, later] = inCurrency(currency, [spent, pending] as const);
	return pending > 0 ? `${now}, ${later} pending` : `${currency} ${writeAmount(spent)}`;
}

/** How many messages' cost nobody knows, as the rest of a sentence: `, 3 messages of unknown cost`; empty without any. */
export const unknownText = (count: number): string =>
	count === 0 ? '' : `, ${count === 1 ? '1 message' : `${count} messages`} of unknown cost`;

/** What messages cost together, in words; `undefined` without any. */
export function costsTogether(costs: readonly MessageCost[]): string | undefined {
	const [first] = costs;
	if (first === undefined) return undefined;
	const known = costs.filter(({ amount }) => amount !== undefined);
	const sum = (isPending: boolean) =>
		known.reduce((all, { amount = 0, estimated }) => (estimated === isPending ? all + amount : all), 0);
	const together = spentText({ currency: first.currency, spent: sum(false), pending: sum(true) });
	return `${together}${unknownText(costs.length - known.length)}`;
}
