import { DAY, HOUR, isObject, SECOND } from '../../base';
import type { Store } from '../store/store';
import type { Millionths } from './amounts';
import { readAmount } from './amounts';
import { FREE_APP_REPLY } from './charges';
import { billedMarket, costOf } from './cost';
import { dayIn, isDay } from './days';
import { marketNamed, spelledCategory } from './price-table';
import type { PriceList } from './price-table';

/** What the platform has billed for messages of one kind on a day. */
export interface BilledLine {
	/** In the account's time zone: `2026-10-01`. */
	day: string;
	market: string;
	category: string;
	type: string;
	messages: number;
	/** `undefined` if the platform doesn't say it. */
	cost?: Millionths;
}

/** A line, as the platform has it and as the store has it. */
export interface ReconciledLine extends Omit<BilledLine, 'messages' | 'cost'> {
	billed: { messages: number; cost?: Millionths };
	/** The cost is missing if the prices have none for some of the messages. */
	counted: { messages: number; cost?: Millionths };
	agrees: boolean;
	/** Of a line that differs, in words: why one usually does so in this way. */
	likelyCause?: string;
	/** Of a line that differs: the messages that the store has counted in it, up to 1,000; of one number, if it is named. */
	messageIds: string[];
	/** How many more there are. */
	moreMessageIds: number;
}

/** A line of a bill that can't be read: which one, and which field. */
export interface BillProblem {
	/** The first is 0. */
	line: number;
	field: 'day' | 'market' | 'category' | 'type' | 'volume' | 'cost' | 'currency' | 'end';
	given: string;
}

const MOST_LISTED = 1_000;

/** A day on which clocks are set back has 25 hours. */
const LONGEST_DAY = 25 * HOUR;

/** The points of the platform's answer, however deep they are, or rows. */
function pointsIn(given: unknown): Array<Record<string, unknown>> {
	if (Array.isArray(given)) return given.flatMap(pointsIn);
	if (!isObject(given)) return [];
	if ('data_points' in given) return pointsIn(given.data_points);
	if (isObject(given.pricing_analytics)) return pointsIn(given.pricing_analytics.data);
	return [given];
}

const ISO_DAY = /^\d{4}-\d\d-\d\d/;

/** The day that a text begins with, if there is such a day. */
function dayWritten(text: string): string | undefined {
	const day = ISO_DAY.exec(text)?.[0];
	return day !== undefined && isDay(day) ? day : undefined;
}

/** A row of a spreadsheet has its empty cells, too. */
const isLeftOut = (value: unknown) => value === undefined || value === null || value === '';

/** The day of a point, which begins in seconds, or of a row, which names it. */
function dayOf({ day, date, start }: Record<string, unknown>, timeZone: string): string | undefined {
	if (!isLeftOut(start) && Number.isFinite(Number(start))) return dayIn(timeZone, Number(start) * SECOND);
	return dayWritten(String(day ?? date ?? ''));
}

const isOtherCurrency = (given: unknown, currency: string) =>
	typeof given === 'string' && given.trim() !== '' && given.trim().toUpperCase() !== currency;

const wordOf = (value: unknown) => spelledCategory(typeof value === 'string' ? value : '');

const written = (value: unknown) => (value === undefined || value === null ? '' : JSON.stringify(value));

/**
 * Reads what the platform has billed: its `pricing_analytics` by country, category, and type, by the day or finer, or
 * rows with the columns `day`, `market`, `category`, `type`, `volume`, and `cost`.
 * Lines of one kind are added up. `given` says how many were read, those with problems included, and `repeated` which of
 * them say the same as one before.
 */
export function readBill(
	bill: unknown,
	{ timeZone, currency }: Pick<PriceList, 'timeZone' | 'currency'>,
): { lines: BilledLine[]; problems: BillProblem[]; given: number; repeated: number[] } {
	const lines = new Map<string, BilledLine>();
	const problems: BillProblem[] = [];
	const repeated: number[] = [];
	const seen = new Set<string>();
	const points = pointsIn(bill);
	for (const [index, point] of points.entries()) {
		const said = JSON.stringify(point);
		if (seen.has(said)) repeated.push(index);
		seen.add(said);
		const day = dayOf(point, timeZone);
		const place = point.market ?? point.country;
		const named = typeof place === 'string' ? marketNamed(place) : undefined;
		const market = named === undefined ? undefined : billedMarket(named);
		const category = wordOf(point.category ?? point.pricing_category);
		const type = wordOf(point.type ?? point.pricing_type);
		const volume = point.volume ?? point.messages;
		const messages = volume === undefined || volume === '' ? NaN : Number(volume);
		const cost = point.cost === undefined || point.cost === '' ? undefined : readAmount(point.cost);
		const isTooLong = (Number(point.end) - Number(point.start)) * SECOND > LONGEST_DAY;
		const wrong: Array<[boolean, BillProblem['field'], unknown]> = [
			[day === undefined, 'day', point.day ?? point.date],
			[market === undefined, 'market', place],
			[category === '', 'category', point.category],
			[type === '', 'type', point.type],
			[!Number.isInteger(messages) || messages < 0, 'volume', volume],
			[point.cost !== undefined && point.cost !== '' && cost === undefined, 'cost', point.cost],
			[isOtherCurrency(point.currency, currency), 'currency', point.currency],
			[isTooLong, 'end', point.end],
		];
		const found = wrong
			.filter(([is]) => is)
			.map(([, field, value]) => ({
				line: index,
				field,
				given: written(value),
			}));
		problems.push(...found);
		if (found.length > 0) continue;
		const key = JSON.stringify([day, market, category, type]);
		const line = lines.get(key) ?? { day: day!, market: market!, category, type, messages: 0, cost: 0 };
		line.messages += messages;
		line.cost = cost === undefined || line.cost === undefined ? undefined : line.cost + cost;
		lines.set(key, line);
	}
	return { lines: [...lines.values()], problems, given: points.length, repeated };
}

interface Counted extends Omit<BilledLine, 'messages' | 'cost'> {
	messages: number;
	cost: Millionths | undefined;
}

const keyOf = ({ day, market, category, type }: Omit<BilledLine, 'messages'>) =>
	JSON.stringify([day, market, category, type]);

/** What the store has counted in some days, by the lines of a bill, which has no replies that were typed in the phone app. */
async function countedLines(
	store: Store,
	prices: PriceList,
	{ firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<Map<string, Counted>> {
	const { account } = prices;
	const lines = new Map<string, Counted>();
	for (const kind of await store.money.totals({ firstDay, lastDay })) {
		const { day, category, type, state, messages } = kind;
		if (kind.account !== account || state !== 'charged') continue;
		if (type === FREE_APP_REPLY.type) continue;
		const line = { day, market: billedMarket(kind.market), category, type };
		const cost = costOf(kind, prices);
		const each = cost.is === 'free' ? 0 : 'amount' in cost ? cost.amount : undefined;
		const known = lines.get(keyOf(line)) ?? { ...line, messages: 0, cost: 0 };
		known.messages += messages;
		known.cost = each === undefined || known.cost === undefined ? undefined : known.cost + each * messages;
		lines.set(keyOf(line), known);
	}
	return lines;
}

const isSame = (billed: ReconciledLine['billed'], counted: ReconciledLine['counted']) =>
	billed.messages === counted.messages && (billed.cost === undefined || billed.cost === counted.cost);

/** What the bill has more than was counted; below 0 if it has less. The cost is missing if one side doesn't know it. */
export const differenceOf = ({
	billed,
	counted,
}: Pick<ReconciledLine, 'billed' | 'counted'>): ReconciledLine['billed'] => ({
	messages: billed.messages - counted.messages,
	...(billed.cost !== undefined && counted.cost !== undefined && { cost: billed.cost - counted.cost }),
});

/** Why a line usually differs. */
function causeOf({ billed, counted }: Pick<ReconciledLine, 'billed' | 'counted'>): string {
	if (billed.messages > counted.messages) return 'No workflow received the statuses of some messages.';
	if (billed.messages < counted.messages)
		return "The bill isn't complete yet, or its days begin in another time zone.";
	if (counted.cost === undefined) return 'No price is set for these messages.';
	return billed.cost! < counted.cost
		? 'A volume tier was reached, or the contract has lower prices than those that are set.'
		: 'The contract has higher prices than those that are set.';
}

const sideOf = ({ messages, cost }: Pick<Counted, 'messages' | 'cost'>) => ({
	messages,
	...(cost !== undefined && { cost }),
});

/**
 * Compares what the platform has billed with what the store has counted, line by line, from the first to the last day of
 * the bill. A line that only one of the two has differs, too. The messages of all of the account's numbers count, because
 * the bill is the account's. What agrees is kept as checked.
 * @param channel the number whose messages are listed; those of all numbers if left out
 */
export async function reconcile(
	store: Store,
	prices: PriceList,
	billed: readonly BilledLine[],
	channel?: string,
): Promise<ReconciledLine[]> {
	const days = billed.map(({ day }) => day).sort();
	if (days.length === 0) return [];
	const [firstDay, lastDay] = [days[0]!, days.at(-1)!];
	const counted = await countedLines(store, prices, { firstDay, lastDay });
	const ofBill = new Map(billed.map((line) => [keyOf(line), line]));
	const keys = [...new Set([...ofBill.keys(), ...counted.keys()])].sort();
	const lines = keys.map((key): ReconciledLine => {
		const { day, market, category, type } = (ofBill.get(key) ?? counted.get(key))!;
		const one = sideOf({ messages: 0, cost: 0, ...ofBill.get(key) });
		const other = sideOf(counted.get(key) ?? { messages: 0, cost: 0 });
		const sides = { billed: one, counted: other };
		const agrees = isSame(one, other);
		return {
			day,
			market,
			category,
			type,
			...sides,
			agrees,
			...(!agrees && { likelyCause: causeOf(sides) }),
			messageIds: [],
			moreMessageIds: 0,
		};
	});
	const { account } = prices;
	await store.money.check(lines.map((line) => ({ account, messages: line.counted.messages, ...line })));
	for (const line of lines)
		if (!line.agrees) Object.assign(line, await messagesOf(store, prices, line, channel));
	return lines;
}

/** The messages of a line, as far as they are kept, those of a number. */
async function messagesOf(
	store: Store,
	{ account, timeZone }: PriceList,
	{ day, market, category, type }: ReconciledLine,
	channel?: string,
): Promise<Pick<ReconciledLine, 'messageIds' | 'moreMessageIds'>> {
	const around = { from: Date.parse(day) - DAY, to: Date.parse(day) + 2 * DAY };
	const messages = await store.money.delivered({ ...around, account, category, type });
	const ids = messages
		.filter((one) => channel === undefined || one.channel === channel)
		.filter((one) => billedMarket(one.market) === market && dayIn(timeZone, one.at) === day)
		.map(({ messageId }) => messageId);
	const messageIds = ids.slice(0, MOST_LISTED);
	return { messageIds, moreMessageIds: ids.length - messageIds.length };
}
