import { MINUTE } from '../../base';
import { isTimeZone } from '../../rules';
import type { Store } from '../store/store';
import { dayIn } from './days';
import type { PriceProblem } from './price-problems';
import { isWarning, priceProblemText } from './price-problems';
import type { Price, PriceList, PriceTable, SavedPriceTable } from './price-table';
import { priceListOf } from './price-table';
import type { GivenPrices } from './read-prices';
import { readPrices } from './read-prices';

/** Prices that weren't saved, because they can't be used. */
export class UnusablePrices extends Error {
	override readonly name = 'UnusablePrices';

	constructor(readonly problems: readonly PriceProblem[]) {
		super(`The prices weren't saved:\n${problems.map((one) => `- ${priceProblemText(one)}`).join('\n')}`);
	}
}

/** The table that counts on a day: of those of an account, oldest first, the last that has begun. */
export const tableOn = (tables: readonly SavedPriceTable[], day: string): SavedPriceTable | undefined =>
	tables.findLast(({ firstDay }) => firstDay <= day);

/** Prices that counted until a table begins, and that it doesn't have. */
function droppedBy(
	{ firstDay, prices, currency }: PriceTable,
	before: PriceTable | undefined,
): PriceProblem[] {
	if (before?.currency !== currency) return [];
	const isKept = (one: Price) =>
		prices.some(({ market, category }) => market === one.market && category === one.category);
	const lacking = before.prices.filter((one) => !isKept(one));
	return [...new Set(lacking.map(({ market }) => market))].map((market) => ({
		path: [],
		code: 'dropped',
		market,
		categories: lacking.filter((one) => one.market === market).map(({ category }) => category),
		firstDay,
	}));
}

/** The latest table says the currency. If it's another one before the table begins, nothing has a price until then. */
function currencyBeforeItsDay(
	{ firstDay, currency: given }: PriceTable,
	counting: PriceTable | undefined,
	today: string,
): PriceProblem[] {
	const { currency = given } = counting ?? {};
	if (firstDay <= today || currency === given) return [];
	return [{ path: ['currency'], code: 'later-currency', given, currency, firstDay }];
}

/** What is told as dropped isn't told as a gap, too. */
const isTold = (problem: PriceProblem, dropped: readonly PriceProblem[]) =>
	problem.code === 'gap' &&
	dropped.some(
		(one) =>
			one.code === 'dropped' && one.market === problem.market && one.categories.includes(problem.category),
	);

/**
 * Keeps prices, as the next version of the account's table for their first day, unless nothing changed.
 * @param given if it has no first day, the prices are of the current month on, in their time zone
 * @param now epoch ms
 * @returns the table as it's kept, with what is worth a look
 * @throws UnusablePrices with everything that is wrong
 */
export async function savePrices(
	store: Store,
	given: GivenPrices,
	now: number,
): Promise<{ table: SavedPriceTable; warnings: PriceProblem[] }> {
	const { timeZone } = given;
	const today = isTimeZone(timeZone) ? dayIn(timeZone, now) : '';
	const firstDay = given.firstDay || today.replace(/\d\d$/, '01');
	const { table, problems } = readPrices({ ...given, firstDay });
	const tables = await store.money.pricesOf(table.account);
	const wrong = problems.filter((problem) => !isWarning(problem));
	const errors = wrong.length > 0 ? wrong : currencyBeforeItsDay(table, tableOn(tables, today), today);
	if (errors.length > 0) throw new UnusablePrices(errors);
	const dropped = droppedBy(table, tableOn(tables, firstDay));
	const saved = await store.money.savePrices(table, now);
	store.session.part(keptPrices).lists.clear();
	const others = problems.filter((problem) => isWarning(problem) && !isTold(problem, dropped));
	return { table: saved, warnings: [...dropped, ...others] };
}

/** The account that a number's deliveries name; `undefined` if none has come yet. */
export async function accountOfNumber(store: Store, channel: string): Promise<string | undefined> {
	return (await store.readRegister(channel, '', 'account'))?.value as string | undefined;
}

/** The prices of an account; `undefined` if nobody has set any. */
export const priceListFor = async (store: Store, account: string): Promise<PriceList | undefined> =>
	priceListOf(await store.money.pricesOf(account));

/** How long the prices that a process has read are used. ms */
const USED_FOR = MINUTE / 6;

interface Kept {
	lists: Map<string, { at: number; list: Promise<PriceList | undefined> }>;
}

const keptPrices = (): Kept => ({ lists: new Map() });

async function readPricesOf(store: Store, channel: string, account?: string): Promise<PriceList | undefined> {
	const priced = await store.money.pricedAccounts();
	if (priced.length === 0) return undefined;
	const known = account ?? (await accountOfNumber(store, channel));
	return known !== undefined && priced.includes(known) ? priceListFor(store, known) : undefined;
}

/**
 * The prices of a number's account, as this process read them within the last ten seconds; `undefined` if nobody has set
 * any.
 * @param account if the caller knows it
 */
export function pricesOfNumber(
	store: Store,
	channel: string,
	account?: string,
): Promise<PriceList | undefined> {
	const { lists } = store.session.part(keptPrices);
	const key = JSON.stringify([channel, account]);
	const now = store.runtime.monotonic();
	const known = lists.get(key);
	if (known && now - known.at < USED_FOR) return known.list;
	const list = readPricesOf(store, channel, account);
	lists.set(key, { at: now, list });
	list.catch(() => lists.delete(key));
	return list;
}
