import { DAY } from '../../base';
import { marketsNamed } from '../../platform';
import { beginningOf } from '../../rules';
import type { Millionths } from './amounts';

/** What the platform has prices for (docs/interface.md, Prices). It writes them with hyphens or underscores. */
export const PRICE_CATEGORIES = [
	'marketing',
	'marketing_lite',
	'utility',
	'authentication',
	'authentication_international',
	'service',
	'group_marketing',
	'group_utility',
	'group_service',
] as const;

export type PriceCategory = (typeof PRICE_CATEGORIES)[number];

/** What one delivered message costs in a market. */
export interface Price {
	/** A market by the platform's name, or a country by its English name. */
	market: string;
	category: PriceCategory;
	price: Millionths;
	/** What a provider charges on top. */
	fee?: Millionths;
}

/** The prices of an account from a day on, as they are in its contract. */
export interface PriceTable {
	account: string;
	/** ISO 4217: `EUR`. Amounts of different currencies are never added. */
	currency: string;
	/** The account's, in which its days and months begin (IANA, `Europe/Berlin`). */
	timeZone: string;
	/** The first day that the prices are of, in the time zone: `2026-10-01`. */
	firstDay: string;
	prices: Price[];
}

/** A table as it's kept. Each one that is saved for the same first day is a version of its own; the newest counts. */
export interface SavedPriceTable extends PriceTable {
	version: number;
	/** Epoch ms */
	savedAt: number;
}

/** A category of a status or a template in the spelling of price tables: `authentication-international` has both. */
export const spelledCategory = (category: string): string =>
	category
		.trim()
		.toLowerCase()
		.replace(/[-\s]+/g, '_');

/**
 * Where the price of a category is, if it isn't in a row of its own. Since October 2026, a service message costs what a
 * utility template does in its market; in groups, the same categories are charged (docs/interface.md, Prices).
 */
const SAME_PRICE_AS: Readonly<Record<string, readonly string[]>> = {
	service: ['utility'],
	group_marketing: ['marketing'],
	group_utility: ['utility'],
	group_service: ['service', 'utility'],
};

/** What a message costs by the prices of an account: the amount with its fee, and the market that it's of. */
interface Rate {
	market: string;
	amount: Millionths;
}

/** Epoch ms */
interface EndsOfDay {
	day: number;
	month: number;
}

/** The prices of an account, ready to be asked. */
export interface PriceList extends Pick<PriceTable, 'account' | 'currency' | 'timeZone'> {
	/**
	 * What a message costs that is charged.
	 * @param markets as `marketsOf` returns them
	 * @param category in any spelling
	 * @param day `2026-10-01`, in the account's time zone
	 * @returns `undefined` if no table of that day has a price for it
	 */
	rateOf(markets: readonly string[], category: string, day: string): Rate | undefined;
	/** The highest price of a category on a day, in whatever market. */
	highestOf(category: string, day: string): Millionths | undefined;
	/** When a day of the account ends, and its month. */
	endsOf(day: string): EndsOfDay;
}

interface Rates {
	firstDay: string;
	ofMarkets: ReadonlyMap<string, Millionths>;
	highest: ReadonlyMap<string, Millionths>;
}

const placeOf = (market: string, category: string) => `${market}\n${category}`;

function ratesOf({ firstDay, prices }: PriceTable): Rates {
	const ofMarkets = new Map<string, Millionths>();
	const highest = new Map<string, Millionths>();
	for (const { market, category, price, fee = 0 } of prices) {
		ofMarkets.set(placeOf(market, category), price + fee);
		highest.set(category, Math.max(highest.get(category) ?? 0, price + fee));
	}
	return { firstDay, ofMarkets, highest };
}

function endsOfDay(day: string, timeZone: string): EndsOfDay {
	const date = new Date(day);
	const nextMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
	return {
		day: beginningOf(Date.parse(day) / DAY + 1, timeZone),
		month: beginningOf(nextMonth / DAY, timeZone),
	};
}

/**
 * @param tables the newest version for each first day; the latest table says the currency and the time zone
 * @returns `undefined` without tables
 */
export function priceListOf(tables: readonly PriceTable[]): PriceList | undefined {
	const latestFirst = [...tables].sort((a, b) => (a.firstDay < b.firstDay ? 1 : -1));
	const [latest] = latestFirst;
	if (!latest) return undefined;
	const { account, currency, timeZone } = latest;
	const all = latestFirst.filter((table) => table.currency === currency).map(ratesOf);
	const categoriesLike = (category: string) => {
		const spelled = spelledCategory(category);
		return [spelled, ...(SAME_PRICE_AS[spelled] ?? [])];
	};
	/** Messages of the same day follow one another. */
	let last: { day: string; ends: EndsOfDay } | undefined;
	const ratesOn = (day: string) => all.find(({ firstDay }) => firstDay <= day);
	return {
		account,
		currency,
		timeZone,
		rateOf(markets, category, day) {
			const rates = ratesOn(day);
			for (const market of rates ? markets : []) {
				for (const each of categoriesLike(category)) {
					const amount = rates!.ofMarkets.get(placeOf(market, each));
					if (amount !== undefined) return { market, amount };
				}
			}
			return undefined;
		},
		highestOf(category, day) {
			const rates = ratesOn(day);
			const amounts = categoriesLike(category).map((each) => rates?.highest.get(each));
			return amounts.find((amount) => amount !== undefined);
		},
		endsOf(day) {
			if (last?.day !== day) last = { day, ends: endsOfDay(day, timeZone) };
			return last.ends;
		},
	};
}

/** A market as price tables name it: the narrowest that a text means. */
export const marketNamed = (text: string): string | undefined => marketsNamed(text)[0];
