import { DAY } from '../../base';
import type { Store } from '../store/store';
import type { Millionths } from './amounts';
import { dayBefore } from './days';
import type { Spending, SpendingQuery } from './spending';
import { isByMessage, readSpending } from './spending';

/** So many days up to today tell what a month costs at their pace, if there are as many. */
const PACE_DAYS = 30;
/** A pace of fewer days tells nothing: a single campaign would count as if it came every day. */
export const FEWEST_DAYS = 7;

/** As many digits of an estimate tell something. */
const DIGITS = 3;

/** What a month costs at the pace of the last days. */
export interface Pace {
	/** From the first message on: `PACE_DAYS` at most. Below `FEWEST_DAYS`, no amount is told. */
	days: number;
	/** The day from which on there is an amount, if there is none yet: `2026-10-31` */
	from?: string;
	amount?: Millionths;
}

/** What a sum is of, besides the month. */
const groupOf = ({ account, by: { month: _, ...others } }: Spending) => JSON.stringify([account, others]);

/** How many days up to today have told something. Messages of the month before them tell that all have. */
async function daysKnown(store: Store, query: SpendingQuery, today: string): Promise<number> {
	const firstDay = dayBefore(today, 2 * PACE_DAYS - 1);
	const days = await readSpending(store, { ...query, by: ['day'], firstDay, lastDay: today });
	const first = days.map(({ by: { day = today } }) => day).sort()[0] ?? today;
	return Math.min(PACE_DAYS, Math.round((Date.parse(today) - Date.parse(first)) / DAY) + 1);
}

/**
 * What a month costs at the pace of the last `PACE_DAYS` days, of each sum of the current month that has prices. A day,
 * a customer, and a template have no pace.
 * @param query what the sums were asked by
 * @param today in the account's time zone: `2026-10-31`
 */
export async function readPace(
	store: Store,
	query: SpendingQuery,
	today: string,
): Promise<(sum: Spending) => Pace | undefined> {
	const { by } = query;
	if (!by.includes('month') || by.includes('day') || isByMessage(by)) return () => undefined;
	const month = today.slice(0, '2026-10'.length);
	const isTold = (sum: Spending) => sum.by.month === month && sum.currency !== undefined;
	const days = await daysKnown(store, query, today);
	if (days < FEWEST_DAYS) {
		const from = dayBefore(today, days - FEWEST_DAYS);
		return (sum) => (isTold(sum) ? { days, from } : undefined);
	}
	const firstDay = dayBefore(today, PACE_DAYS - 1);
	const groups = by.filter((each) => each !== 'month');
	const recent = await readSpending(store, { ...query, by: groups, firstDay, lastDay: today });
	const costs = new Map(recent.map((sum) => [groupOf(sum), sum.spent + sum.pending + sum.estimated]));
	const amountOf = (sum: Spending) =>
		Number((((costs.get(groupOf(sum)) ?? 0) * PACE_DAYS) / days).toPrecision(DIGITS));
	return (sum) => (isTold(sum) ? { days, amount: amountOf(sum) } : undefined);
}
