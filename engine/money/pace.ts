import { DAY } from '../../base';
import type { Store } from '../store/store';
import type { Millionths } from './amounts';
import type { Spending, SpendingQuery } from './spending';
import { readSpending } from './spending';

/** So many days up to today tell what a month costs at this pace. */
export const PACE_DAYS = 30;

/** What a sum is of, besides the month. */
const groupOf = ({ account, by: { month: _, ...others } }: Spending) => JSON.stringify([account, others]);

/**
 * What a month costs at the pace of the last `PACE_DAYS` days, of each sum of the current month that has prices. A day
 * and a customer have no pace.
 * @param query what the sums were asked by
 * @param today in the account's time zone: `2026-10-31`
 */
export async function readPace(
	store: Store,
	query: SpendingQuery,
	today: string,
): Promise<(sum: Spending) => Millionths | undefined> {
	const { by } = query;
	if (!by.includes('month') || by.includes('day') || by.includes('customer')) return () => undefined;
	const month = today.slice(0, '2026-10'.length);
	const firstDay = new Date(Date.parse(today) - (PACE_DAYS - 1) * DAY).toISOString().slice(0, today.length);
	const groups = by.filter((each) => each !== 'month');
	const recent = await readSpending(store, { ...query, by: groups, firstDay, lastDay: today });
	const paces = new Map(recent.map((sum) => [groupOf(sum), sum.spent + sum.pending + sum.estimated]));
	return (sum) =>
		sum.by.month === month && sum.currency !== undefined ? (paces.get(groupOf(sum)) ?? 0) : undefined;
}
