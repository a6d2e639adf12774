import type { Path } from '../../base';
import { readCsv } from '../../base';
import { isTimeZone } from '../../rules';
import type { Millionths } from './amounts';
import { readAmount } from './amounts';
import { isDay } from './days';
import type { PriceProblem } from './price-problems';
import type { Price, PriceCategory, PriceTable } from './price-table';
import { marketNamed, PRICE_CATEGORIES, spelledCategory } from './price-table';

/** Prices as somebody has them: a row for each market, with its categories as columns, or for each price. */
export interface GivenPrices {
	account: string;
	/** In the rows, if it isn't given. */
	currency?: string;
	timeZone: string;
	/** `2026-10-01`; empty for the first of the current month. */
	firstDay: string;
	rows: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

export interface ReadPrices {
	/** Without what is wrong; it can be used if no problem is an error. */
	table: PriceTable;
	problems: PriceProblem[];
}

/** What a column is, by its heading. */
type Column =
	{ is: 'market' | 'category' | 'price' | 'fee' | 'currency' } | { is: 'price' | 'fee'; of: PriceCategory };

const HEADINGS: Readonly<Record<string, Column>> = {
	market: { is: 'market' },
	country: { is: 'market' },
	region: { is: 'market' },
	category: { is: 'category' },
	pricingcategory: { is: 'category' },
	messagecategory: { is: 'category' },
	price: { is: 'price' },
	rate: { is: 'price' },
	listrate: { is: 'price' },
	cost: { is: 'price' },
	fee: { is: 'fee' },
	providerfee: { is: 'fee' },
	markup: { is: 'fee' },
	currency: { is: 'currency' },
	...Object.fromEntries(
		PRICE_CATEGORIES.flatMap((category): Array<[string, Column]> => {
			const name = category.replaceAll('_', '');
			return [
				[name, { is: 'price', of: category }],
				[`${name}fee`, { is: 'fee', of: category }],
			];
		}),
	),
};

const columnOf = (heading: string): Column | undefined =>
	HEADINGS[heading.toLowerCase().replace(/[^a-z]/g, '')];

const EMPTY = /^(?:|n\/?a|-|–|—)$/i;

const isEmpty = (cell: unknown) =>
	cell === undefined || cell === null || (typeof cell === 'string' && EMPTY.test(cell.trim()));

const textOf = (cell: unknown) =>
	typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';

/** The heading of what a row of a CSV text has beyond its columns. */
const BEYOND = 'beyond the columns';

/** The cells of a row by what they are. */
interface Row {
	path: Path;
	cells: Array<{ column: Column; heading: string; cell: unknown }>;
}

const rowsOf = ({ rows }: GivenPrices): Row[] =>
	rows.map((row, index) => ({
		path: ['rows', index],
		cells: Object.entries(row).flatMap(([heading, cell]) => {
			const column = columnOf(heading);
			return column && !isEmpty(cell) ? [{ column, heading, cell }] : [];
		}),
	}));

/** Reads the amounts of a row, by category. */
function* pricesIn(row: Row, problems: PriceProblem[]): Generator<Omit<Price, 'market'> & { path: Path }> {
	const single = row.cells.find(({ column }) => column.is === 'category');
	const named = single && spelledCategory(textOf(single.cell));
	if (single && !PRICE_CATEGORIES.includes(named as PriceCategory)) {
		problems.push({
			path: [...row.path, single.heading],
			code: 'unknown-category',
			given: textOf(single.cell),
		});
		return;
	}
	const prices: Array<Pick<Price, 'category' | 'price'> & { path: Path }> = [];
	const fees = new Map<PriceCategory, Millionths>();
	let isPriced = false;
	let feeOfAll: Millionths | undefined;
	for (const { column, heading, cell } of row.cells) {
		if (column.is !== 'price' && column.is !== 'fee') continue;
		const path = [...row.path, heading];
		const amount = readAmount(cell);
		if (amount === undefined) problems.push({ path, code: 'bad-amount', given: textOf(cell) });
		else if (amount < 0) problems.push({ path, code: 'negative', given: textOf(cell) });
		const category = 'of' in column ? column.of : (named as PriceCategory | undefined);
		if (column.is === 'price' && category !== undefined) isPriced = true;
		if (amount === undefined || amount < 0) continue;
		if (column.is === 'fee') {
			if (category === undefined) feeOfAll = amount;
			else fees.set(category, amount);
		} else if (category !== undefined) prices.push({ category, price: amount, path });
		else problems.push({ path, code: 'price-without-category' });
	}
	if (!isPriced) problems.push({ path: row.path, code: 'row-without-price' });
	for (const { category, price, path } of prices) {
		const fee = fees.get(category) ?? feeOfAll;
		yield { category, price, ...(fee !== undefined && { fee }), path };
	}
}

/** What is usual to have a price for. International authentication and others have one in some markets only. */
const USUAL: readonly PriceCategory[] = ['marketing', 'utility', 'authentication', 'service'];

/** Prices of which other markets have one, and this one doesn't. */
function gapsIn(prices: readonly Price[]): PriceProblem[] {
	const categories = USUAL.filter((category) => prices.some((price) => price.category === category));
	const markets = [...new Set(prices.map(({ market }) => market))];
	return markets.flatMap((market) =>
		categories
			.filter((each) => !prices.some((price) => price.market === market && price.category === each))
			.map((category): PriceProblem => ({ path: [], code: 'gap', market, category })),
	);
}

function readRows(given: GivenPrices, problems: PriceProblem[]): Price[] {
	const prices: Price[] = [];
	const pathOf = new Map<string, Path>();
	for (const [index, row] of rowsOf(given).entries()) {
		const extra = textOf(given.rows[index]?.[BEYOND]);
		if (extra !== '') {
			// Which amount belongs to which category can't be known.
			problems.push({ path: row.path, code: 'too-many-cells', given: extra });
			continue;
		}
		const cell = row.cells.find(({ column }) => column.is === 'market');
		const market = cell && marketNamed(textOf(cell.cell));
		if (!cell) problems.push({ path: row.path, code: 'missing-market' });
		else if (market === undefined) {
			problems.push({
				path: [...row.path, cell.heading],
				code: 'unknown-market',
				given: textOf(cell.cell),
			});
		}
		for (const { path, ...price } of pricesIn(row, problems)) {
			if (market === undefined) continue;
			const place = `${market} ${price.category}`;
			const earlier = pathOf.get(place);
			if (earlier === undefined) {
				pathOf.set(place, path);
				prices.push({ market, ...price });
			} else problems.push({ path, code: 'overlap', market, category: price.category, earlier });
		}
	}
	return prices;
}

/** The currency that is given, or the one of the rows. */
function readCurrency(given: GivenPrices, problems: PriceProblem[]): string {
	const inRows = rowsOf(given).flatMap(({ path, cells }) =>
		cells.flatMap(({ column, heading, cell }) =>
			column.is === 'currency' ? [{ path: [...path, heading], currency: textOf(cell).toUpperCase() }] : [],
		),
	);
	const currency = given.currency?.trim().toUpperCase() || inRows[0]?.currency || '';
	if (currency === '') problems.push({ path: ['currency'], code: 'missing-currency' });
	else if (!/^[A-Z]{3}$/.test(currency))
		problems.push({ path: ['currency'], code: 'bad-currency', given: currency });
	for (const other of inRows) {
		if (other.currency === currency) continue;
		problems.push({ path: other.path, code: 'other-currency', given: other.currency, currency });
	}
	return currency;
}

/** Reads prices, and finds everything that is wrong with them. */
export function readPrices(given: GivenPrices): ReadPrices {
	const problems: PriceProblem[] = [];
	const { account, timeZone, firstDay } = given;
	if (account === '') problems.push({ path: ['account'], code: 'missing-account' });
	const currency = readCurrency(given, problems);
	if (timeZone === '') problems.push({ path: ['timeZone'], code: 'missing-time-zone' });
	else if (!isTimeZone(timeZone))
		problems.push({ path: ['timeZone'], code: 'unknown-time-zone', given: timeZone });
	// Without a time zone, nobody can say what day it is.
	if (firstDay !== '' && !isDay(firstDay))
		problems.push({ path: ['firstDay'], code: 'bad-first-day', given: firstDay });
	const prices = readRows(given, problems);
	if (given.rows.length === 0) problems.push({ path: ['rows'], code: 'no-rows' });
	problems.push(...gapsIn(prices));
	return { table: { account, currency, timeZone, firstDay, prices }, problems };
}

/** A heading that stands in its line before has its number in the line, too, so that no column hides another one. */
const toldApart = (heading: string, index: number, all: readonly string[]) =>
	all.indexOf(heading) === index ? heading : `${heading} (${index + 1})`;

/**
 * The rows of a CSV text, by the headings of its columns. Lines above the headings are left out: the platform writes
 * notes there.
 */
export function rowsOfCsv(text: string): Array<Record<string, string>> {
	const lines = readCsv(text);
	const first = lines.findIndex(({ fields }) => fields.some((heading) => columnOf(heading)?.is === 'market'));
	const headings = (lines[first]?.fields ?? []).map(toldApart);
	return lines.slice(first + 1).map(({ fields }) => {
		const row = Object.fromEntries(headings.map((heading, index) => [heading, fields[index] ?? '']));
		const beyond = fields.slice(headings.length).filter((field) => field !== '');
		return beyond.length === 0 ? row : { ...row, [BEYOND]: beyond.join(', ') };
	});
}
