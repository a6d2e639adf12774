import type { PriceTable } from '../../../sandbox';

/** A market with its price before the new year and from then on, in whole millionths. */
interface Market {
	/** As people have it. */
	name: string;
	/** Its rows on the gateway's side: countries, or OTHER. */
	rows: readonly string[];
	prices: Readonly<Record<string, readonly [before: number, after: number]>>;
}

const market = (
	name: string,
	rows: string,
	marketing: readonly [number, number],
	utility: readonly [number, number],
	more: Market['prices'] = {},
): Market => ({
	name,
	rows: rows.split(' '),
	prices: { marketing, utility, authentication: utility, ...more },
});

/** What the account's contract says. */
const MARKETS: readonly Market[] = [
	market('Germany', 'DE', [113_100, 121_017], [45_600, 48_791], { service: [41_003, 43_999] }),
	market('India', 'IN', [9_900, 10_891], [1_300, 1_417], {
		'authentication-international': [28_001, 30_007],
	}),
	market('Russia', 'RU', [80_200, 80_199], [39_900, 40_001]),
	market('South Africa', 'ZA', [37_900, 37_901], [7_600, 7_599]),
	market('North America', 'US CA', [25_000, 26_003], [4_000, 4_001]),
	market('Rest of Africa', 'KE MA', [22_500, 22_501], [4_003, 4_007]),
	market('Rest of Latin America', 'JM PY', [74_000, 74_999], [11_300, 11_311]),
	market('Rest of Western Europe', 'PT', [59_200, 61_001], [17_100, 17_201]),
	market('Other', 'OTHER', [60_400, 60_401], [7_700, 7_703]),
];

/** Before the new year, and from then on. */
export type Side = 'before' | 'after';

const INDEX = { before: 0, after: 1 } as const;

/** The contract as the gateway bills by it. */
export function billedPrices(currency: string, side: Side): PriceTable {
	const markets = MARKETS.flatMap(({ rows, prices }) => {
		const own = Object.entries(prices).map(([category, pair]) => [category, pair[INDEX[side]]] as const);
		return rows.map((row) => [row, Object.fromEntries(own)] as const);
	});
	return { currency, markets: Object.fromEntries(markets) };
}

/** The same as people enter it: a row for each market. */
export const enteredPrices = (side: Side): Array<Record<string, string>> =>
	MARKETS.map(({ name, prices }) => ({
		Market: name,
		...Object.fromEntries(
			Object.entries(prices).map(([category, pair]) => [category, (pair[INDEX[side]] / 1e6).toFixed(6)]),
		),
	}));
