import { MINUTE } from '../../base';
import type { SpendingQuery } from '../../engine';
import { accountOfNumber, readSpending, totalOf } from '../../engine';
import type { Desk } from '../desk';

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
interface Spent {
	currency: string;
	spent: number;
	pending: number;
	/** Of so many messages, nobody knows it. */
	unknown: number;
}

/** What messages of a number cost; `undefined` if its account has no prices. */
export async function spentOn(
	{ store, memo }: Desk,
	{ channel, account, campaign, days, now }: Asked,
): Promise<Spent | undefined> {
	const whose = account ?? (await accountOfNumber(store, channel));
	const tables = whose === undefined ? [] : await store.money.pricesOf(whose);
	const newest = tables.at(-1);
	if (newest === undefined) return undefined;
	const { currency, timeZone } = newest;
	const asked = { ...days(timeZone), channel, ...(campaign !== undefined && { campaign }) };
	const versions = tables.map(({ firstDay, version }) => [firstDay, version]);
	const key = `spent ${JSON.stringify([asked, whose, versions])}`;
	const total = await memo.get(key, SUMMED_FOR, async () =>
		totalOf(await readSpending(store, { ...asked, by: [], now })),
	);
	const { spent = 0, pending = 0, messages } = total ?? {};
	return { currency, spent, pending, unknown: messages?.unknown ?? 0 };
}
