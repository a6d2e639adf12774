import { MINUTE } from '../../base';
import type { SpendingQuery, TimelineEntry } from '../../engine';
import { accountOfNumber, readSpending, totalOf, writeAmount } from '../../engine';
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
	return { currency, spent: total?.spent ?? 0, pending: total?.pending ?? 0 };
}

/** What the messages of a timeline cost; `undefined` if the account has no prices, or nothing was sent. */
export function spentIn(entries: readonly TimelineEntry[]): string | undefined {
	const costs = entries.flatMap(({ cost }) => cost ?? []);
	const [first] = costs;
	if (first === undefined) return undefined;
	const known = costs.filter((cost) => cost.amount !== undefined);
	const sum = (isPending: boolean) =>
		known.reduce((all, { amount = 0, estimated }) => (estimated === isPending ? all + amount : all), 0);
	const unknown = costs.length - known.length;
	const rest =
		unknown === 0 ? '' : `, ${unknown === 1 ? '1 message' : `${unknown} messages`} of unknown cost`;
	return `${spentText({ currency: first.currency, spent: sum(false), pending: sum(true) })}${rest}`;
}

/** `EUR 12.30, EUR 1.00 pending` */
export function spentText({ currency, spent, pending }: Spent): string {
	const later = pending > 0 ? `, ${currency} ${writeAmount(pending)} pending` : '';
	return `${currency} ${writeAmount(spent)}${later}`;
}
