import { DAY } from '../../base';
import { marketsOf } from '../../platform';
import { isKeptCampaign } from '../campaigns/keys';
import type { Store } from '../store/store';
import type { ChargeKind, ChargeTotal, CheckedLine, MessagePlace, UnpricedSend } from '../store/money';
import type { Millionths } from './amounts';
import { EXPIRES_AFTER } from './charges';
import type { Cost, PricedKind, WhyUnknown } from './cost';
import { billedMarket, costOf } from './cost';
import { dayIn, ZONE_UNKNOWN } from './days';
import type { PriceList } from './price-table';
import { spelledCategory } from './price-table';
import { accountOfNumber, priceListFor } from './prices-of-account';

/** What spending can be told by. */
export const SPENDING_BY = [
	'day',
	'month',
	'campaign',
	'category',
	'market',
	'country',
	'number',
	'template',
	'customer',
] as const;

export type SpendingBy = (typeof SPENDING_BY)[number];

export interface SpendingQuery {
	/** One number; every number of the store if left out. */
	channel?: string;
	/** One campaign; every message if left out. */
	campaign?: string;
	/** The first and the last day, in the account's time zone: `2026-10-01`. */
	firstDay: string;
	lastDay: string;
	by: readonly SpendingBy[];
	/** Epoch ms */
	now: number;
}

/** What messages cost together, at the prices of their account. The tokens of the business agent aren't included. */
export interface Spending {
	account: string;
	/**
	 * What it is told by. A category, market, or country is `unknown` if nothing says it; a country that the platform has no
	 * price of its own for is the market that it's in. An empty text is a message of no campaign, and one that isn't a
	 * template. A customer and a template are known as long as each message is kept; an empty text stands for others.
	 */
	by: Readonly<Partial<Record<SpendingBy, string>>>;
	/** `undefined` if the account has no prices. */
	currency?: string;
	/** Of messages that were delivered and have a price. */
	spent: Millionths;
	/** Of messages that have a price and aren't delivered yet. */
	pending: Millionths;
	/** Of messages that went out and of which nothing was heard, at the list price. */
	estimated: Millionths;
	/** How many messages are charged, or will be; how many went out for nothing; how many aren't charged. */
	messages: Readonly<Record<Cost['is'], number>>;
	/** How many delivered messages are in lines that agreed with the platform's bill, and have got no others since. */
	checked: number;
	/** How many messages are free, by what the platform says of them. */
	free: Readonly<Record<string, number>>;
	/** How many messages' cost nobody knows, by the reason. */
	unknown: Readonly<Partial<Record<WhyUnknown, number>>>;
	/** How many messages the prices have none for, by what lacks: `marketing in India`. */
	withoutPrice: Readonly<Record<string, number>>;
}

/** So many messages of one kind. */
interface Counted extends PricedKind, Pick<ChargeKind, 'channel' | 'account' | 'campaign'> {
	messages: number;
	/** The customer; absent if nobody asked, or if it isn't known any more. */
	contact?: string;
	/** The template, in the same way; absent of freeform messages. */
	template?: string;
}

/** A campaign that people named. */
const namedCampaign = (campaign: string | undefined) =>
	campaign === undefined || isKeptCampaign(campaign) ? '' : campaign;

/** The list price of a send is what it costs at most. */
const kindOfSend = ({ contact, action, category, campaign, template }: UnpricedSend) => ({
	...(template !== undefined && { template }),
	market: marketsOf(contact)[0] ?? '',
	type: 'regular',
	category: action === 'freeform' ? 'service' : spelledCategory(category ?? ''),
	subtype: '',
	campaign: namedCampaign(campaign),
	state: 'estimated' as const,
	messages: 1,
});

/** Reads something about each key once. */
function once<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
	const known = new Map<string, Promise<Value>>();
	return (key) => {
		const value = known.get(key) ?? read(key);
		known.set(key, value);
		return value;
	};
}

/** Messages that are read at a time. */
const PAGE = 5_000;

const kindOf = ({ channel, account, day, campaign, market, type, category, subtype, state }: ChargeTotal) =>
	JSON.stringify([channel, account, day, campaign, market, type, category, subtype, state]);

/** What was counted in some days, by customer and template. Messages that aren't kept any more are of none. */
async function* totalsOfMessages(
	store: Store,
	asked: Pick<SpendingQuery, 'channel' | 'campaign' | 'firstDay' | 'lastDay'>,
): AsyncGenerator<ChargeTotal & Pick<Counted, 'contact' | 'template'>> {
	const left = new Map((await store.money.totals(asked)).map((total) => [kindOf(total), total]));
	for (let after: MessagePlace | undefined; ;) {
		const page = await store.money.messageTotals({ ...asked, ...(after && { after }), limit: PAGE });
		for (const total of page.totals) {
			const all = left.get(kindOf(total));
			if (all) left.set(kindOf(total), { ...all, messages: all.messages - total.messages });
			yield total;
		}
		after = page.next;
		if (!after) break;
		await store.runtime.turn();
	}
	for (const total of left.values()) if (total.messages > 0) yield total;
}

/** Whether each message has to be looked at, as no sum has what is asked for. */
export const isByMessage = (by: readonly SpendingBy[]): boolean =>
	by.includes('customer') || by.includes('template');

/** Everything that was counted in some days. */
async function* countedIn(
	store: Store,
	{ channel, campaign, firstDay, lastDay, by, now }: SpendingQuery,
	zoneOf: (account: string) => Promise<string>,
): AsyncGenerator<Counted> {
	const asked = { ...(channel !== undefined && { channel }), ...(campaign !== undefined && { campaign }) };
	const ofDays = { ...asked, firstDay, lastDay };
	const totals = isByMessage(by) ? totalsOfMessages(store, ofDays) : await store.money.totals(ofDays);
	for await (const total of totals) {
		const expiredBefore = dayIn(await zoneOf(total.account), now - EXPIRES_AFTER);
		const isExpired = total.state === 'pending' && total.day < expiredBefore;
		yield {
			...total,
			campaign: namedCampaign(total.campaign),
			...(isExpired && { state: 'expired' }),
		};
	}
	const accountOf = once(async (number) => (await accountOfNumber(store, number)) ?? '');
	for (const send of await store.money.unpriced({
		...asked,
		from: Math.max(Date.parse(firstDay) - DAY, now - EXPIRES_AFTER),
		to: Date.parse(lastDay) + 2 * DAY,
	})) {
		const account = await accountOf(send.channel);
		const day = dayIn(await zoneOf(account), send.at);
		yield { ...kindOfSend(send), channel: send.channel, account, day, contact: send.contact };
	}
}

type Sum = { -readonly [Key in keyof Spending]: Spending[Key] } & {
	messages: Record<Cost['is'], number>;
	free: Record<string, number>;
	unknown: Partial<Record<WhyUnknown, number>>;
	withoutPrice: Record<string, number>;
};

const nothing = (account: string, by: Spending['by'], prices: PriceList | undefined): Sum => ({
	account,
	by,
	...(prices && { currency: prices.currency }),
	spent: 0,
	pending: 0,
	estimated: 0,
	messages: { estimated: 0, pending: 0, charged: 0, free: 0, failed: 0, expired: 0, unknown: 0 },
	checked: 0,
	free: {},
	unknown: {},
	withoutPrice: {},
});

const SUM_OF = { charged: 'spent', pending: 'pending', estimated: 'estimated' } as const;

function add(sum: Sum, cost: Cost, { category, market, messages }: Counted): void {
	sum.messages[cost.is] += messages;
	if ('amount' in cost) sum[SUM_OF[cost.is]] += cost.amount * messages;
	if (cost.is === 'free') sum.free[cost.why] = (sum.free[cost.why] ?? 0) + messages;
	if (cost.is !== 'unknown') return;
	sum.unknown[cost.why] = (sum.unknown[cost.why] ?? 0) + messages;
	if (cost.why !== 'no-price') return;
	const lacking = `${category} in ${billedMarket(market)}`;
	sum.withoutPrice[lacking] = (sum.withoutPrice[lacking] ?? 0) + messages;
}

const UNKNOWN = 'unknown';

const valueOf = (by: SpendingBy, counted: Counted, cost: Cost): string => {
	switch (by) {
		case 'day':
			return counted.day;
		case 'month':
			return counted.day.slice(0, '2026-10'.length);
		case 'campaign':
			return counted.campaign;
		case 'category':
			return counted.category || UNKNOWN;
		case 'market':
			return ('market' in cost ? cost.market : billedMarket(counted.market)) || UNKNOWN;
		case 'country':
			return counted.market || UNKNOWN;
		case 'number':
			return counted.channel;
		case 'template':
			return counted.template ?? '';
		case 'customer':
			return counted.contact ?? '';
	}
};

function addAll(sum: Sum, more: Spending): void {
	const { spent, pending, estimated, messages, free, unknown, withoutPrice } = more;
	sum.checked += more.checked;
	sum.spent += spent;
	sum.pending += pending;
	sum.estimated += estimated;
	for (const [counts, others] of [
		[sum.messages, messages],
		[sum.free, free],
		[sum.unknown, unknown],
		[sum.withoutPrice, withoutPrice],
	] as Array<[Record<string, number>, Record<string, number>]>) {
		for (const [key, count] of Object.entries(others)) counts[key] = (counts[key] ?? 0) + count;
	}
}

/** The sums of one account as one, with those of no known account; `undefined` without any. */
export function totalOf(sums: readonly Spending[]): Spending | undefined {
	const first = sums.find(({ currency }) => currency !== undefined) ?? sums[0];
	if (!first) return undefined;
	const { account, currency } = first;
	const total: Sum = { ...nothing(account, {}, undefined), ...(currency !== undefined && { currency }) };
	for (const sum of sums) if (sum.account === account || sum.account === '') addAll(total, sum);
	return total;
}

const lineOf = ({ account, day, market, category, type }: Omit<CheckedLine, 'messages'>) =>
	JSON.stringify([account, day, market, category, type]);

/** The line of a bill that has a message. */
const billedLine = (counted: ChargeKind & { day: string }) =>
	lineOf({ ...counted, market: billedMarket(counted.market) });

/** The lines that agreed with the platform's bill, without those that have got more messages since. */
async function linesChecked(
	store: Store,
	days: Pick<SpendingQuery, 'firstDay' | 'lastDay'>,
): Promise<ReadonlySet<string>> {
	const checked = await store.money.checked(days);
	if (checked.length === 0) return new Set();
	const counts = new Map<string, number>();
	for (const total of await store.money.totals(days)) {
		if (total.state !== 'charged') continue;
		const line = billedLine(total);
		counts.set(line, (counts.get(line) ?? 0) + total.messages);
	}
	return new Set(
		checked.flatMap((line) => (line.messages === (counts.get(lineOf(line)) ?? 0) ? [lineOf(line)] : [])),
	);
}

const order = (a: Spending, b: Spending) =>
	JSON.stringify([Object.values(a.by), a.account]) < JSON.stringify([Object.values(b.by), b.account])
		? -1
		: 1;

const amountOf = ({ spent, pending, estimated }: Spending) => spent + pending + estimated;

/** The most expensive first. */
const byAmount = (a: Spending, b: Spending) => amountOf(b) - amountOf(a) || order(a, b);

/**
 * What messages cost in some days, at the prices that are set now: a sum for each account and each value of what it is
 * told by, in their order, or the most expensive first by customer or template. Accounts are never added, as their
 * currencies may differ.
 */
export async function readSpending(store: Store, query: SpendingQuery): Promise<Spending[]> {
	const pricesOf = once((account) => priceListFor(store, account));
	const zoneOf = async (account: string) => (await pricesOf(account))?.timeZone ?? ZONE_UNKNOWN;
	const sums = new Map<string, Sum>();
	const { firstDay, lastDay } = query;
	const checked = await linesChecked(store, { firstDay, lastDay });
	for await (const counted of countedIn(store, query, zoneOf)) {
		if (counted.day < firstDay || counted.day > lastDay) continue;
		const prices = await pricesOf(counted.account);
		const cost = costOf(counted, prices);
		const by = Object.fromEntries(query.by.map((each) => [each, valueOf(each, counted, cost)]));
		const key = JSON.stringify([counted.account, by]);
		const sum = sums.get(key) ?? nothing(counted.account, by, prices);
		sums.set(key, sum);
		add(sum, cost, counted);
		if (counted.state === 'charged' && checked.has(billedLine(counted))) sum.checked += counted.messages;
	}
	return [...sums.values()].sort(isByMessage(query.by) ? byAmount : order);
}
