import { MINUTE } from '../../base';
import type { Spending, SpendingBy, SpendingQuery } from '../../engine';
import {
	accountOfNumber,
	decimalsOf,
	monthUpTo,
	readSpending,
	totalOf,
	unknownText,
	writeAmount,
} from '../../engine';
import type { Desk } from '../desk';
import type { MonthRecord } from '../records';

/** What messages cost is summed up rarely, and anew once prices change. ms */
const SUMMED_FOR = MINUTE;

/** What is summed up. */
interface Asked {
	channel: string;
	/** If it's known. */
	account?: string | undefined;
	campaign?: string;
	/** The first and the last day in the account's time zone. */
	days(timeZone: string): Pick<SpendingQuery, 'firstDay' | 'lastDay'>;
	/** Epoch ms */
	now: number;
}

/** What messages cost that were delivered, and that aren't yet, at the prices that are set now. */
export interface Spent {
	currency: string;
	spent: number;
	pending: number;
	/** Of so many messages, nobody knows it. */
	unknown: number;
}

/** What messages of a number cost, by something; `undefined` if its account has no prices. */
async function sumsOn(
	{ store, memo }: Desk,
	{ channel, account, campaign, days, now }: Asked,
	by: readonly SpendingBy[],
): Promise<{ currency: string; sums: Spending[] } | undefined> {
	const whose = account ?? (await accountOfNumber(store, channel));
	const tables = whose === undefined ? [] : await store.money.pricesOf(whose);
	const newest = tables.at(-1);
	if (newest === undefined) return undefined;
	const { currency, timeZone } = newest;
	const asked = { ...days(timeZone), channel, ...(campaign !== undefined && { campaign }) };
	const versions = tables.map(({ firstDay, version }) => [firstDay, version]);
	const key = `spent ${JSON.stringify([asked, whose, versions, by])}`;
	return {
		currency,
		sums: await memo.get(key, SUMMED_FOR, () => readSpending(store, { ...asked, by, now })),
	};
}

/** What messages of a number cost; `undefined` if its account has no prices. */
export async function spentOn(desk: Desk, asked: Asked): Promise<Spent | undefined> {
	const found = await sumsOn(desk, asked, []);
	if (found === undefined) return undefined;
	const { spent = 0, pending = 0, messages } = totalOf(found.sums) ?? {};
	return { currency: found.currency, spent, pending, unknown: messages?.unknown ?? 0 };
}

/** A sum as people read it: `EUR 1.20, 3 messages of unknown cost`. */
export const writeSpent = ({ currency, spent, pending, unknown }: Spent, decimals?: number): string =>
	`${currency} ${writeAmount(spent + pending, decimals)}${unknownText(unknown)}`;

/** What messages of a number cost since the first of the month; `undefined` if its account has no prices. */
export async function monthOn(
	desk: Desk,
	asked: Pick<Asked, 'channel' | 'now'>,
): Promise<MonthRecord | undefined> {
	const days = (timeZone: string) => monthUpTo(asked.now, timeZone);
	const found = await sumsOn(desk, { ...asked, days }, ['category', 'market']);
	if (found === undefined) return undefined;
	const { currency, sums } = found;
	const costOf = ({ spent, pending }: Spending) => spent + pending;
	const total = totalOf(sums);
	const decimals = decimalsOf([...sums, ...(total ? [total] : [])].map(costOf));
	const written = (sum: Spending) =>
		writeSpent({ ...sum, currency, unknown: sum.messages.unknown }, decimals);
	return {
		total: total ? written(total) : `${currency} 0`,
		rows: [...sums]
			.sort((a, b) => costOf(b) - costOf(a))
			.map((sum) => ({
				category: sum.by.category ?? '',
				market: sum.by.market ?? '',
				charged: sum.messages.charged + sum.messages.pending,
				free: sum.messages.free,
				spent: written(sum),
			}))
			.filter(
				({ charged, free, spent }) =>
					charged + free > 0 || spent !== `${currency} ${writeAmount(0, decimals)}`,
			),
	};
}
