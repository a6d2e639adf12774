import { writtenPath } from '../../../base';
import { marketsOf } from '../../../platform';
import { priceProblemText, readPrices, rowsOfCsv } from '../../../engine';
import { priceListOf } from '../../../engine/money/price-table';

const given = (rows: Array<Record<string, unknown>>) => ({
	account: 'A',
	currency: 'EUR',
	timeZone: 'Europe/Berlin',
	firstDay: '2026-10-01',
	rows,
});

const GERMANY = { Market: 'Germany', Marketing: '0.1131', Utility: '0.0456', Service: 0.0456 };

const codesOf = (rows: Array<Record<string, unknown>>, more: object = {}) =>
	readPrices({ ...given(rows), ...more }).problems.map(({ path, code }) => [writtenPath(path), code]);

describe('prices', () => {
	it('are a row for each market, with its categories as columns', () => {
		const { table, problems } = readPrices(given([GERMANY]));
		expect(problems).toEqual([]);
		expect(table.prices).toEqual([
			{ market: 'Germany', category: 'marketing', price: 113_100 },
			{ market: 'Germany', category: 'utility', price: 45_600 },
			{ market: 'Germany', category: 'service', price: 45_600 },
		]);
	});

	it('are a row for each price, with its fee', () => {
		const { table, problems } = readPrices(
			given([
				{
					market: 'IN',
					category: 'Authentication-International',
					price: '0.0280',
					fee: '0.001',
					row_number: 2,
				},
			]),
		);
		expect(problems).toEqual([]);
		expect(table.prices).toEqual([
			{ market: 'India', category: 'authentication_international', price: 28_000, fee: 1_000 },
		]);
	});

	it('have a fee for all categories of a row, and another one for one of them', () => {
		const { table } = readPrices(
			given([{ ...GERMANY, Service: undefined, Fee: 0.002, 'Marketing Fee': 0.005 }]),
		);
		expect(table.prices.map(({ fee }) => fee)).toEqual([5_000, 2_000]);
	});

	it("are read from a file with the platform's headings, below its notes", () => {
		const rows = rowsOfCsv(
			[
				'\ufeff"Rates, effective 1 October 2026"',
				'',
				'Market,Currency,Marketing,Utility,Authentication,Authentication-International,Service',
				'Rest of Central & Eastern Europe,USD,$0.0860,$0.0212,$0.0212,n/a,$0.0212',
				'"India",USD,"0.0118",0.0014,0.0014,0.0280,0.0014',
			].join('\r\n'),
		);
		const { table, problems } = readPrices({ ...given(rows), currency: undefined });
		expect(problems).toEqual([]);
		expect(table.currency).toBe('USD');
		expect(table.prices).toHaveLength(9);
	});

	it.each([
		['semicolons', 'Market;Marketing\nGermany;0,1131'],
		['tabs', 'Market\tMarketing\nGermany\t0.1131'],
	])('are read from a file with %s', (_, text) => {
		expect(readPrices(given(rowsOfCsv(text))).table.prices).toEqual([
			{ market: 'Germany', category: 'marketing', price: 113_100 },
		]);
	});

	it('are not guessed from a row with more cells than columns, as decimal commas make one', () => {
		const read = (row: string) => readPrices(given(rowsOfCsv(`Market,Marketing,Utility\n${row}`)));
		const { problems, table } = read('Germany,0,1131,0,0456');
		expect(problems).toContainEqual({ path: ['rows', 0], code: 'too-many-cells', given: '0, 0456' });
		expect(table.prices).toEqual([]);
		expect(priceProblemText(problems.find(({ code }) => code === 'too-many-cells')!)).toContain(
			'decimal comma',
		);
		for (const row of ['Germany,"0,1131","0,0456"', 'Germany,0.1131,0.0456,,']) {
			expect(read(row).table.prices.map(({ price }) => price)).toEqual([113_100, 45_600]);
		}
	});

	it('may leave cells empty', () => {
		expect(codesOf([{ Market: 'Germany', Marketing: '0.1', Utility: 'n/a', Service: '' }])).toEqual([]);
	});

	it.each([
		['an unknown market', [{ ...GERMANY, Market: 'Atlantis' }], [['rows[0].Market', 'unknown-market']]],
		['no market', [{ Marketing: '0.1' }], [['rows[0]', 'missing-market']]],
		['no price', [{ Market: 'Germany' }], [['rows[0]', 'row-without-price']]],
		['a negative price', [{ Market: 'Germany', Marketing: '-0.1' }], [['rows[0].Marketing', 'negative']]],
		[
			'a price that is none',
			[{ Market: 'Germany', Marketing: 'free' }],
			[['rows[0].Marketing', 'bad-amount']],
		],
		[
			'a category that is none',
			[{ Market: 'Germany', Category: 'chat', Price: 1 }],
			[['rows[0].Category', 'unknown-category']],
		],
		[
			'no category',
			[{ Market: 'Germany', Price: 1 }],
			[
				['rows[0].Price', 'price-without-category'],
				['rows[0]', 'row-without-price'],
			],
		],
		[
			'the same market twice',
			[GERMANY, { Market: 'DE', Marketing: '0.2' }],
			[['rows[1].Marketing', 'overlap']],
		],
		[
			'a gap',
			[GERMANY, { Market: 'India', Marketing: '0.01' }],
			[
				['', 'gap'],
				['', 'gap'],
			],
		],
		['another currency', [{ ...GERMANY, Currency: 'USD' }], [['rows[0].Currency', 'other-currency']]],
		['no rows', [], [['rows', 'no-rows']]],
	])('with %s are not taken as they are', (_, rows, problems) => {
		expect(codesOf(rows)).toEqual(problems);
	});

	it.each([
		[
			'a column that is named twice',
			rowsOfCsv('Market,Marketing,Marketing\nGermany,0.1,0.2'),
			'Marketing (3)',
		],
		['two columns of one meaning', [{ Market: 'DE', Category: 'utility', Rate: 1, Price: 2 }], 'Price'],
		[
			'a column for all and one of its own',
			[{ Market: 'DE', Category: 'utility', Price: 1, Utility: 2 }],
			'Utility',
		],
	])(
		'with two prices for the same market and category in one row, by %s, are not taken',
		(_, rows, second) => {
			expect(codesOf(rows)).toEqual([[`rows[0].${second}`, 'overlap']]);
		},
	);

	it('need an account, a currency, a time zone, and a day, and say so at once', () => {
		expect(codesOf([GERMANY], { account: '', currency: '', timeZone: '', firstDay: '2026-02-30' })).toEqual([
			['account', 'missing-account'],
			['currency', 'missing-currency'],
			['timeZone', 'missing-time-zone'],
			['firstDay', 'bad-first-day'],
		]);
		expect(codesOf([GERMANY], { currency: 'Euro', timeZone: 'Berlin' })).toEqual([
			['currency', 'bad-currency'],
			['timeZone', 'unknown-time-zone'],
		]);
	});

	it('say what is wrong in sentences', () => {
		const { problems } = readPrices(given([GERMANY, { Market: 'DE', Marketing: 'x', Utility: '1' }]));
		expect(problems.map(priceProblemText)).toEqual([
			`Row 2, Marketing: "x" isn't an amount. Write it with a decimal point and at most six decimals, for example 0.0118.`,
			'Row 2, Utility: Germany has a price for utility already, in row 1, Utility. Leave one of them out.',
		]);
	});
});

describe('a price list', () => {
	const table = (firstDay: string, rows: Array<Record<string, unknown>>) =>
		readPrices({ ...given(rows), firstDay }).table;
	const list = priceListOf([
		table('2026-10-01', [
			GERMANY,
			{ Market: 'Rest of Central & Eastern Europe', Marketing: '0.08', Utility: '0.02', Fee: '0.01' },
		]),
		table('2027-01-01', [
			{ Market: 'Germany', Marketing: '0.2' },
			{ Market: 'Poland', Marketing: '0.07' },
		]),
	])!;
	const rate = (address: string, category: string, day: string) =>
		list.rateOf(marketsOf(address), category, day);

	it('has the price of a day, from the table that began last', () => {
		expect(rate('491701234567', 'marketing', '2026-12-31')).toEqual({ market: 'Germany', amount: 113_100 });
		expect(rate('491701234567', 'marketing', '2027-01-01')).toEqual({ market: 'Germany', amount: 200_000 });
	});

	it('has no price before its first day', () => {
		expect(rate('491701234567', 'marketing', '2026-09-30')).toBeUndefined();
	});

	it('has the price of a country that has a row of its own, and of its group otherwise', () => {
		expect(rate('48601123456', 'marketing', '2026-10-01')).toEqual({
			market: 'Rest of Central & Eastern Europe',
			amount: 90_000,
		});
		expect(rate('48601123456', 'marketing', '2027-01-01')).toEqual({ market: 'Poland', amount: 70_000 });
	});

	it('has the price of utility for a service message without a price of its own, in groups too', () => {
		expect(rate('48601123456', 'service', '2026-10-01')?.amount).toBe(30_000);
		expect(rate('48601123456', 'group_service', '2026-10-01')?.amount).toBe(30_000);
	});

	it('has no price for an unknown market or category', () => {
		expect(rate('918123456789', 'marketing', '2026-10-01')).toBeUndefined();
		expect(rate('491701234567', 'referral_conversion', '2026-10-01')).toBeUndefined();
		expect(list.rateOf([], 'marketing', '2026-10-01')).toBeUndefined();
	});

	it('knows the highest price of a category', () => {
		expect(list.highestOf('marketing', '2026-10-01')).toBe(113_100);
		expect(list.highestOf('authentication', '2026-10-01')).toBeUndefined();
	});
});
