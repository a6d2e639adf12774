import type { Path } from '../../base';
import type { PriceCategory } from './price-table';
import { PRICE_CATEGORIES } from './price-table';

/** Something that is wrong with prices: where, and what it's about. */
export type PriceProblem = { path: Path } & (
	| { code: 'missing-account' | 'missing-currency' | 'missing-time-zone' | 'no-rows' }
	| { code: 'bad-currency' | 'unknown-time-zone' | 'bad-first-day'; given: string }
	| { code: 'missing-market' | 'row-without-price' | 'price-without-category' }
	| {
			code: 'unknown-market' | 'unknown-category' | 'bad-amount' | 'negative' | 'too-many-cells';
			given: string;
	  }
	| { code: 'other-currency'; given: string; currency: string }
	| { code: 'later-currency'; given: string; currency: string; firstDay: string }
	| { code: 'overlap'; market: string; category: string; earlier: Path }
	| { code: 'gap'; market: string; category: PriceCategory }
	| { code: 'dropped'; market: string; categories: readonly PriceCategory[]; firstDay: string }
);

type Code = PriceProblem['code'];
type Values = Readonly<
	Record<'given' | 'currency' | 'market' | 'category' | 'firstDay', string> & {
		earlier: Path;
		categories: readonly PriceCategory[];
	}
>;

const SENTENCES: Readonly<Record<Code, (values: Values) => string>> = {
	'missing-account': () =>
		"The account of this number isn't known yet. Enter its ID: the prices belong to it.",
	'missing-currency': () => 'Enter the currency of the prices, for example EUR.',
	'bad-currency': ({ given }) => `"${given}" isn't a currency. Enter its three letters, for example EUR.`,
	'missing-time-zone': () =>
		"Enter the account's time zone, for example Europe/Berlin. Its days and months begin there.",
	'unknown-time-zone': ({ given }) => `"${given}" isn't a time zone. Enter one such as Europe/Berlin.`,
	'bad-first-day': ({ given }) => `"${given}" isn't a day. Enter one such as 2026-10-01.`,
	'no-rows': () => 'There are no prices. Each row needs a market, and a price for at least one category.',
	'missing-market': () => 'The row has no market. Enter one such as Germany or Rest of Africa.',
	'unknown-market': ({ given }) =>
		`"${given}" isn't a market. Use the platform's name of a market, such as Rest of Western Europe, or the name of a country.`,
	'row-without-price': () =>
		`The row has no price. Its columns can be a category each, such as Marketing, or Category and Price.`,
	'too-many-cells': ({ given }) =>
		`The row has more cells than there are columns. These cells have no column: ${given}. If an amount has a decimal comma, write a point instead, such as 0.0118, or put the amount in quotes.`,
	'price-without-category': () => 'The price has no category. Add a column Category.',
	'unknown-category': ({ given }) =>
		`"${given}" isn't a category. Use one of these: ${PRICE_CATEGORIES.join(', ')}.`,
	'bad-amount': ({ given }) =>
		`"${given}" isn't an amount. Write it with a decimal point and at most six decimals, for example 0.0118.`,
	negative: ({ given }) => `"${given}" is negative. A price is at least 0.`,
	'other-currency': ({ given, currency }) =>
		`The currency is ${given}, but the table's is ${currency}. Make a table for each account: its contract has one currency.`,
	'later-currency': ({ given, currency, firstDay }) =>
		`The currency is ${given}, but the prices that count today are in ${currency}, and amounts of two currencies are never added. What is sent before ${firstDay} would have no price. Set prices in another currency on their first day.`,
	overlap: ({ market, category, earlier }) =>
		`${market} has a price for ${category} already, in ${placeInWords(earlier)}. Leave one of them out.`,
	gap: ({ market, category }) =>
		`${market} has no price for ${category}, but other markets have one. What such messages cost stays unknown.`,
	dropped: ({ market, categories, firstDay }) =>
		`${market} (${categories.join(', ')}) had prices, and has none from ${firstDay} on. A table replaces the one before it as a whole, so add these rows to it.`,
};

/** What can be used all the same. */
export const isWarning = ({ code }: PriceProblem): boolean => code === 'gap' || code === 'dropped';

/** Where a problem is, for people: `row 3, Marketing`. */
function placeInWords([, index, heading]: Path): string {
	return [`row ${Number(index) + 1}`, heading].filter((part) => part !== undefined).join(', ');
}

/** A problem as a sentence, with its place. */
export function priceProblemText(problem: PriceProblem): string {
	const { path, code, ...values } = problem;
	const sentence = SENTENCES[code](values as unknown as Values);
	if (path.length < 2) return sentence;
	const place = placeInWords(path);
	return `${place.charAt(0).toUpperCase()}${place.slice(1)}: ${sentence}`;
}
