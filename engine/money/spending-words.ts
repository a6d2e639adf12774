import { writeCsv } from '../../base';
import { decimalsOf, inCurrency, writeAmount } from './amounts';
import type { Cost, WhyUnknown } from './cost';
import type { CostRange } from './estimate';
import type { Spending, SpendingBy } from './spending';

const WHY_UNKNOWN: Readonly<Record<WhyUnknown, string>> = {
	'no-status': 'without a status that says what they are charged as',
	'unknown-type': 'with an unknown type of pricing',
	'unknown-market': 'to customers whose market is unknown',
	'no-price': 'without a price',
	'no-prices': 'of an account without prices',
};

/** What the platform says of free messages, for people. */
export const WHY_FREE: Readonly<Record<string, string>> = {
	free_customer_service: 'in the free part of customer service',
	free_group_customer_service: 'in the free part of customer service in groups',
	free_entry_point: 'in a free entry point',
	free_app_reply: 'typed by somebody in the phone app',
	paid_exempt: 'of a business that pays nothing',
};

/** What no sum has. Say it once, below or after all of them. */
export const NOT_INCLUDED = "What the platform's business agent costs by tokens isn't included.";

const times = (count: number) => `${count} message${count === 1 ? '' : 's'}`;

const reasons = (counts: Readonly<Record<string, number>>, words: Readonly<Record<string, string>>) =>
	Object.entries(counts)
		.map(([why, count]) => `${count} ${words[why] ?? why}`)
		.join(', ');

/** Why nobody knows what messages cost, with what the prices lack by name. */
const whyUnknown = ({ unknown: { 'no-price': _, ...others }, withoutPrice }: Spending) => {
	const lacking = Object.entries(withoutPrice).map(([what, count]) => `${count} without a price for ${what}`);
	return [...lacking, reasons(others, WHY_UNKNOWN)].filter(Boolean).join(', ');
};

/** Why some messages are so: `: 3 in a free entry point, 2 …`, or `, in a free entry point` if it's one reason for all. */
const because = (
	all: number,
	counts: Readonly<Record<string, number>>,
	words: Readonly<Record<string, string>>,
) => {
	const [why, ...others] = Object.keys(counts);
	return why !== undefined && others.length === 0 && counts[why] === all
		? `, ${words[why] ?? why}`
		: `: ${reasons(counts, words)}`;
};

const notDelivered = (count: number) => (count > 0 ? [`${times(count)} not delivered, so not charged`] : []);

/**
 * What isn't charged. If more messages failed than recipients are failed now, some of these were sent another message.
 * @param failedNow how many recipients are; without it, each message counts alone
 */
function whatIsNotCharged({ failed, expired }: Spending['messages'], failedNow = failed): string[] {
	if (failed <= failedNow) return notDelivered(failed + expired);
	const attempts =
		failed === 1 ? '1 earlier attempt' : `${failed} ${failedNow === 0 ? 'earlier attempts' : 'attempts'}`;
	const including = failedNow === 0 ? '' : ', earlier ones included';
	return [
		`${attempts} failed and ${failed === 1 ? "wasn't" : "weren't"} charged${including}`,
		...notDelivered(expired),
	];
}

/** What was spent, is pending, and is estimated, as far as there are messages. */
function amountsText({
	currency,
	spent,
	pending,
	estimated,
	messages,
}: Pick<Spending, 'spent' | 'pending' | 'estimated' | 'messages'> & { currency: string }): string {
	const [gone, toCome, about] = inCurrency(currency, [spent, pending, estimated] as const);
	return [
		`${gone} spent${messages.charged > 0 ? ` for ${times(messages.charged)}` : ''}`,
		...(messages.pending > 0 ? [`${toCome} pending for ${times(messages.pending)}`] : []),
		...(messages.estimated > 0 ? [`about ${about} for ${times(messages.estimated)} without a status`] : []),
	].join(', ');
}

/**
 * Spending as a sentence, without what it's told by: `EUR 12.30 spent, EUR 1.00 pending; …`.
 * @param failedNow of how many recipients the last message failed, if the messages are those of a campaign
 */
export function spendingSentence(sum: Spending, failedNow?: number): string {
	const { currency, spent, pending, estimated, messages, free } = sum;
	const parts = [
		...(currency === undefined ? [] : [amountsText({ currency, spent, pending, estimated, messages })]),
		...(messages.free > 0 ? [`${times(messages.free)} free${because(messages.free, free, WHY_FREE)}`] : []),
		...(messages.unknown > 0
			? [`the cost of ${times(messages.unknown)} is unknown: ${whyUnknown(sum)}`]
			: []),
		...whatIsNotCharged(messages, failedNow),
	];
	const sentence = parts.join('; ');
	return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

const STATES: ReadonlyArray<Cost['is']> = [
	'charged',
	'pending',
	'estimated',
	'free',
	'unknown',
	'failed',
	'expired',
];

/** Spending as a CSV file with a head: a line for each sum. */
export function spendingAsCsv(spendings: readonly Spending[], by: readonly SpendingBy[]): string {
	const states = STATES.map((state) => `${state} messages`);
	const columns = ['account', ...by, 'currency', 'spent', 'pending', 'estimated', ...states];
	const rows = spendings.map((sum) => [
		sum.account,
		...by.map((each) => sum.by[each] ?? ''),
		sum.currency ?? '',
		// Without prices, nothing is known to cost nothing.
		...[sum.spent, sum.pending, sum.estimated].map((amount) => (sum.currency ? writeAmount(amount) : '')),
		...STATES.map((state) => String(sum.messages[state])),
	]);
	return writeCsv(columns, rows);
}

function noPrice({ unknown, unknownCategories }: CostRange): string {
	const markets = Object.entries(unknown).map(
		([market, count]) => `${market || 'an unknown market'} (${times(count)})`,
	);
	return `no price for ${unknownCategories.join(' or ')} in ${markets.join(', ')}`;
}

/** How caps count what has no price. */
export const COUNTED_AS_HIGHEST =
	'A message without a price for its market counts toward budgets and spend caps at the highest price of its category';

/**
 * What messages would cost, as a sentence without its period: `EUR 18.20 to 21.90`, or, if some have no price, `EUR 18.20
 * for 200 messages; no price for marketing in India (3 messages), which this amount doesn't include`.
 */
export function costRangeText(cost: CostRange): string {
	const { currency, least, most, known, unknown } = cost;
	const [from, to] = [least, most].map((amount) => writeAmount(amount, decimalsOf([least, most])));
	const amounts = `${currency} ${least === most ? to : `${from} to ${to}`}`;
	if (Object.keys(unknown).length === 0) return amounts;
	// If no message has a price, an amount would say that they cost nothing.
	if (known === 0) return noPrice(cost);
	return `${amounts} for ${times(known)}; ${noPrice(cost)}, which this amount doesn't include`;
}
