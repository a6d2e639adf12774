import { readCsv, writeCsv } from '../../base/csv';
import { amountText, millionthsIn } from './amounts';
import { marketTitle, OTHER } from './market-title';
import { marketNamed } from './markets';
import type { PricedCategory, PriceTable } from './prices';

/** The columns with prices, in the order in which they are written. */
const CATEGORIES: Readonly<Record<PricedCategory, string>> = {
	marketing: 'Marketing',
	utility: 'Utility',
	authentication: 'Authentication',
	'authentication-international': 'Authentication international',
	service: 'Service',
};

const categories = Object.keys(CATEGORIES) as PricedCategory[];

/** Cells that say that there is no price. */
const NO_PRICE = ['', 'n/a'];

/** The prices, and the columns that aren't about them. Or all that is wrong with the CSV, in sentences. */
export type ReadPrices =
	{ readonly prices: PriceTable; readonly leftOut: readonly string[] } | { readonly problems: string[] };

interface Row {
	readonly line: number;
	readonly fields: readonly string[];
}

/** What the columns are, by their index. */
type Columns = ReadonlyArray<PricedCategory | 'market' | 'currency' | undefined>;

/** What the rows so far have said. */
class Reading {
	readonly problems: string[] = [];
	readonly markets: PriceTable['markets'] = {};
	/** The rows of the markets. */
	readonly #rows = new Map<string, number>();
	#currency: { readonly code: string; readonly line: number } | undefined;
	#sign: { readonly text: string; readonly line: number } | undefined;

	constructor(
		readonly head: Row,
		readonly columns: Columns,
		/** Whether commas separate the cells. */
		readonly isByCommas: boolean,
	) {}

	get currency(): string | undefined {
		return this.#currency?.code;
	}

	read(row: Row): void {
		const market = this.#marketOf(row);
		this.#readCurrency(row);
		const cells = row.fields.findLastIndex((field) => field !== '') + 1;
		const expected = this.head.fields.length;
		if (cells > expected) {
			const advice = this.isByCommas
				? ' To write prices with a decimal comma, separate cells by semicolons.'
				: '';
			this.problems.push(`Row ${row.line}: ${cells} cells, but the header has ${expected}.${advice}`);
			return;
		}
		const prices = this.#pricesOf(row);
		if (market !== undefined) this.markets[market] = prices;
	}

	#marketOf({ line, fields }: Row): string | undefined {
		const name = fields[this.columns.indexOf('market')] ?? '';
		const market = marketNamed(name);
		if (market === undefined) {
			this.problems.push(`Row ${line}, column Market: ${whyNoMarket(name)}`);
			return undefined;
		}
		const known = this.#rows.get(market);
		if (known !== undefined) {
			this.problems.push(`Row ${line}, column Market: ${marketTitle(market)} is in row ${known} too.`);
		}
		this.#rows.set(market, known ?? line);
		return market;
	}

	#readCurrency({ line, fields }: Row): void {
		const text = fields[this.columns.indexOf('currency')] ?? '';
		if (text === '') return;
		const code = currencyIn(text);
		const first = (this.#currency ??= code === undefined ? undefined : { code, line });
		if (code === undefined) {
			this.problems.push(`Row ${line}, column Currency: "${text}" isn't three letters, such as EUR.`);
		} else if (first !== undefined && first.code !== code) {
			const problem = `${code}, but row ${first.line} has ${first.code}. All prices need the same currency.`;
			this.problems.push(`Row ${line}, column Currency: ${problem}`);
		}
	}

	#pricesOf({ line, fields }: Row): PriceTable['markets'][string] {
		const prices: PriceTable['markets'][string] = {};
		let isEmpty = true;
		for (const [index, column] of this.columns.entries()) {
			const text = fields[index] ?? '';
			if (!isCategory(column) || NO_PRICE.includes(text.toLowerCase())) continue;
			isEmpty = false;
			const price = this.#readPrice(text, line);
			if (typeof price === 'number') prices[column] = price;
			else this.problems.push(`Row ${line}, column ${CATEGORIES[column]}: ${price}`);
		}
		if (isEmpty) this.problems.push(`Row ${line}: no price. Add one, or delete the row.`);
		return prices;
	}

	/** A price, or why it is none. A comma that could be one of thousands is never taken for a decimal comma. */
	#readPrice(text: string, line: number): number | string {
		const [sign] = /[.,]/.exec(text) ?? [];
		if (sign === undefined) return millionthsIn(text);
		if (sign === ',' && this.isByCommas) return `"${text}" needs a decimal point, such as 0.1131.`;
		const price = /^\d*,\d+$/.test(text) ? millionthsIn(text.replace(',', '.')) : millionthsIn(text);
		if (typeof price === 'string') return price;
		const first = (this.#sign ??= { text: sign, line });
		if (first.text === sign) return price;
		return `${text} has a decimal ${signTitle(sign)}, but row ${first.line} has a decimal ${signTitle(first.text)}.`;
	}
}

const isCategory = (column: Columns[number]): column is PricedCategory =>
	column !== undefined && column in CATEGORIES;

const signTitle = (sign: string) => (sign === ',' ? 'comma' : 'point');

const currencyIn = (text: string) => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : undefined);

function whyNoMarket(name: string): string {
	if (name === '') return 'no market. Write a country, or Other.';
	if (/^rest of /i.test(name)) {
		return `"${name}" is a group of countries. Here, each country needs its own row, or use Other.`;
	}
	return `"${name}" isn't a country in English, a country code such as DE, or Other.`;
}

/** What a column's title means, however it is written: `Authentication-International`. */
function columnOf(title: string): Columns[number] {
	const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
	const name = plain(title);
	if (name === 'market' || name === 'currency') return name;
	return categories.find((category) => plain(category) === name);
}

function problemsOfHead({ line, fields }: Row, columns: Columns): string[] {
	const twice = fields.filter((_, index) => {
		const column = columns[index];
		return column !== undefined && columns.indexOf(column) < index;
	});
	const titles = Object.values(CATEGORIES).join(', ');
	return [
		...(columns.includes('market') ? [] : [`Row ${line}: no column Market.`]),
		...(columns.some(isCategory) ? [] : [`Row ${line}: no column with prices. They are called ${titles}.`]),
		...twice.map((title) => `Row ${line}, column ${title}: there is another one.`),
	];
}

/**
 * The prices in a CSV text: a row for each market, and a column for each category. Cells are separated by commas, or by
 * semicolons or tabs, and then prices can have a decimal comma. `currency` counts if there is no column for it.
 */
export function pricesFromCsv(text: string, currency: string): ReadPrices {
	const [head, ...rows] = readCsv(text);
	if (head === undefined)
		return { problems: ['There are no prices. Paste a header, and a row for each market.'] };
	const columns = head.fields.map(columnOf);
	const problems = problemsOfHead(head, columns);
	if (problems.length > 0) return { problems };
	const firstLine = text.split('\n')[head.line - 1] ?? '';
	const reading = new Reading(head, columns, !/[;\t]/.test(firstLine));
	for (const row of rows) reading.read(row);
	if (rows.length === 0) reading.problems.push(`Row ${head.line + 1}: no market. Add a row for each market.`);
	const code = reading.currency ?? currencyIn(currency.trim());
	if (code === undefined) reading.problems.push('Currency: must be three letters, such as EUR.');
	if (code === undefined || reading.problems.length > 0) return { problems: reading.problems };
	const leftOut = head.fields.filter((title, index) => title !== '' && columns[index] === undefined);
	return { prices: { currency: code, markets: reading.markets }, leftOut };
}

/** The list prices as a CSV text, which reads as the same prices. */
export function csvOfPrices({ markets }: PriceTable): string {
	const rows = Object.entries(markets).sort(([a], [b]) => Number(a === OTHER) - Number(b === OTHER));
	const used = categories.filter((category) => rows.some(([, prices]) => prices[category] !== undefined));
	const cell = (price: number | undefined) => (price === undefined ? '' : amountText(price));
	return writeCsv(
		['Market', ...used.map((category) => CATEGORIES[category])],
		rows.map(([market, prices]) => [marketTitle(market), ...used.map((category) => cell(prices[category]))]),
	);
}
