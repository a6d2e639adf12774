import { csvOfPrices, pricesFromCsv } from '../../sandbox/billing/price-csv';
import { priceTableSchema } from '../../sandbox/billing/prices';

const HEADER = 'Market,Marketing,Utility';

/** The prices of a CSV, in euros unless it has a currency. */
function prices(text: string, currency = 'EUR') {
	const read = pricesFromCsv(text, currency);
	if ('problems' in read) throw new Error(read.problems.join('\n'));
	expect(priceTableSchema.parse(read.prices)).toEqual(read.prices);
	return read.prices;
}

const markets = (text: string) => prices(text).markets;
const marketOf = (name: string) => Object.keys(markets(`${HEADER}\n${name},0.1,0.1`));
const priceOf = (amount: string) => markets(`Market,Utility\nDE,${amount}`).DE?.utility;
const problems = (text: string, currency = 'EUR') => {
	const read = pricesFromCsv(text, currency);
	return 'problems' in read ? read.problems : [];
};
const problemsOfMarket = (name: string) => problems(`${HEADER}\n${name},0.1,0.1`);
const problemsOfPrice = (amount: string) => problems(`Market,Utility\nDE,${amount}`);

test('a row is a market, and a column is a category', () => {
	const text =
		'Market,Marketing,Utility,Authentication,Service\nGermany,0.1131,0.0456,0.05,0.04\nOther,1,2,3,4';
	expect(prices(text)).toEqual({
		currency: 'EUR',
		markets: {
			DE: { marketing: 113_100, utility: 45_600, authentication: 50_000, service: 40_000 },
			OTHER: { marketing: 1_000_000, utility: 2_000_000, authentication: 3_000_000, service: 4_000_000 },
		},
	});
});

describe('columns', () => {
	test('come in any order and case, and some can be missing', () => {
		expect(markets('UTILITY,market\n0.2,DE')).toEqual({ DE: { utility: 200_000 } });
	});

	test.each(['Authentication international', 'authentication-international', 'AUTHENTICATION_INTERNATIONAL'])(
		'%s is a category of its own',
		(title) => {
			expect(markets(`Market,Authentication,${title}\nIN,1,2`)).toEqual({
				IN: { authentication: 1_000_000, 'authentication-international': 2_000_000 },
			});
		},
	);

	test('about something else are left out, and told', () => {
		expect(pricesFromCsv('Market,Utility,Fee\nDE,0.1,0.01', 'EUR')).toEqual({
			prices: { currency: 'EUR', markets: { DE: { utility: 100_000 } } },
			leftOut: ['Fee'],
		});
	});

	test('without a market, without a price, or twice are problems, all at once', () => {
		expect(problems('Country,Price\nDE,0.1')).toEqual([
			'Row 1: no column Market.',
			'Row 1: no column with prices. They are called Marketing, Utility, Authentication, Authentication international, Service.',
		]);
		expect(problems('Market,Utility,utility\nDE,1,2')).toEqual([
			'Row 1, column utility: there is another one.',
		]);
	});
});

describe('cells', () => {
	test.each([
		['commas', 'Market,Marketing,Utility\nDE,0.1131,0.0456'],
		['semicolons', 'Market;Marketing;Utility\nDE;0.1131;0.0456'],
		['semicolons, with decimal commas', 'Market;Marketing;Utility\nDE;0,1131;0,0456'],
		['tabs, as spreadsheets copy them', 'Market\tMarketing\tUtility\nDE\t0,1131\t0,0456'],
		[
			'Windows line ends, a byte order mark, and empty lines',
			'\ufeffMarket,Marketing,Utility\r\n\r\nDE,0.1131,0.0456\r\n',
		],
		['quotes', '"Market","Marketing","Utility"\n"DE","0.1131","0.0456"'],
	])('are separated by %s', (_how, text) => {
		expect(markets(text)).toEqual({ DE: { marketing: 113_100, utility: 45_600 } });
	});

	test('that are missing at the end, empty, or n/a have no price', () => {
		expect(markets(`${HEADER}\nDE,0.1\nFR,,0.2\nIN,n/a,0.3\nPL,0.4,,`)).toEqual({
			DE: { marketing: 100_000 },
			FR: { utility: 200_000 },
			IN: { utility: 300_000 },
			PL: { marketing: 400_000 },
		});
	});

	test('can be as many as the header has, and not one more', () => {
		expect(problems(`${HEADER}\nDE,0,1131`)).toEqual([]);
		expect(problems(`${HEADER}\nDE,0,1131,7`)).toEqual([
			'Row 2: 4 cells, but the header has 3. To write prices with a decimal comma, separate cells by semicolons.',
		]);
		expect(problems('Market;Utility\nDE;1;2')).toEqual(['Row 2: 3 cells, but the header has 2.']);
	});

	test('have the row of the text, with empty lines', () => {
		expect(problems(`${HEADER}\n\nDE,0.1\n\nFR,x`)).toEqual([
			'Row 5, column Marketing: "x" isn\'t an amount such as 0.1131.',
		]);
	});
});

describe('a market', () => {
	test.each([
		['DE', 'DE'],
		['de', 'DE'],
		['Germany', 'DE'],
		['GERMANY', 'DE'],
		['United Kingdom', 'GB'],
		['UK', 'GB'],
		['USA', 'US'],
		['The Netherlands', 'NL'],
		['Turkey', 'TR'],
		['Türkiye', 'TR'],
		['Czech Republic', 'CZ'],
		["Cote d'Ivoire", 'CI'],
		['Saint Lucia', 'LC'],
		['Trinidad and Tobago', 'TT'],
		['Myanmar', 'MM'],
		['Hong Kong', 'HK'],
		['Jersey', 'JE'],
		['Other', 'OTHER'],
		['OTHER', 'OTHER'],
		['Other countries', 'OTHER'],
	])('%s is %s', (name, market) => {
		expect(marketOf(name)).toEqual([market]);
	});

	test.each(['Germny', 'EU', 'ZZ', '49', 'Deutschland'])('%s is none', (name) => {
		expect(problemsOfMarket(name)).toEqual([
			`Row 2, column Market: "${name}" isn't a country in English, a country code such as DE, or Other.`,
		]);
	});

	test('that is empty is none', () => {
		expect(problemsOfMarket('')).toEqual(['Row 2, column Market: no market. Write a country, or Other.']);
	});

	test('is no group of countries', () => {
		expect(problemsOfMarket('Rest of Africa')).toEqual([
			'Row 2, column Market: "Rest of Africa" is a group of countries. Here, each country needs its own row, or use Other.',
		]);
	});

	test('is there once, under any name', () => {
		expect(problems(`${HEADER}\nGermany,1,1\nFrance,1,1\nDE,1,1`)).toEqual([
			'Row 4, column Market: Germany is in row 2 too.',
		]);
	});

	test('has at least one price', () => {
		expect(markets(`${HEADER}\nDE,0,`)).toEqual({ DE: { marketing: 0 } });
		expect(problems(`${HEADER}\nDE,,`)).toEqual(['Row 2: no price. Add one, or delete the row.']);
	});
});

describe('a price', () => {
	test.each([
		['0', 0],
		['.05', 50_000],
		['0.000001', 1],
		['0.1000000', 100_000],
		['0.29', 290_000],
		['586', 586_000_000],
		['9007199254.740991', Number.MAX_SAFE_INTEGER],
	])('%s is exact', (amount, millionths) => {
		expect(priceOf(amount)).toBe(millionths);
	});

	test.each([
		['0.0000001', '0.0000001 has more than 6 decimals.'],
		['9007199254.740992', '9007199254.740992 is too large.'],
		['-0.1', '"-0.1" isn\'t an amount such as 0.1131.'],
		['€0.1', '"€0.1" isn\'t an amount such as 0.1131.'],
		['1e-3', '"1e-3" isn\'t an amount such as 0.1131.'],
		['1.', '"1." isn\'t an amount such as 0.1131.'],
		['.', '"." isn\'t an amount such as 0.1131.'],
		['"1,131"', '"1,131" needs a decimal point, such as 0.1131.'],
	])('%s is none', (amount, sentence) => {
		expect(problemsOfPrice(amount)).toEqual([`Row 2, column Utility: ${sentence}`]);
	});

	test.each(['1.131,50', '1,131.50', '1,131,500'])(
		'%s, with thousands, is none, also between semicolons',
		(amount) => {
			expect(problems(`Market;Utility;Service\nDE;${amount};1`)).toEqual([
				`Row 2, column Utility: "${amount}" isn't an amount such as 0.1131.`,
			]);
		},
	);

	test('has the same decimal sign as all others', () => {
		expect(problems('Market;Utility\nDE;0,1\nFR;2\nIN;0,3')).toEqual([]);
		expect(problems('Market;Utility\nDE;0,1\nFR;1.131')).toEqual([
			'Row 3, column Utility: 1.131 has a decimal point, but row 2 has a decimal comma.',
		]);
	});
});

describe('the currency', () => {
	test.each(['USD', 'usd', ' usd '])('is what the field has: %s', (currency) => {
		expect(prices('Market,Utility\nDE,1', currency).currency).toBe('USD');
	});

	test.each(['', 'EU', 'EURO', 'E1R'])('is three letters, not "%s"', (currency) => {
		expect(problems('Market,Utility\nDE,1', currency)).toEqual([
			'Currency: must be three letters, such as EUR.',
		]);
	});

	test('of a column counts instead, and is the same in all rows', () => {
		expect(prices('Market,Currency,Utility\nDE,USD,1\nFR,,1\nIN,usd,1', 'EUR').currency).toBe('USD');
		expect(problems('Market,Currency,Utility\nDE,USD,1\nFR,EUR,1\nIN,US$,1')).toEqual([
			'Row 3, column Currency: EUR, but row 2 has USD. All prices need the same currency.',
			'Row 4, column Currency: "US$" isn\'t three letters, such as EUR.',
		]);
	});
});

test.each(['', ' \n\n'])('an empty text has no prices', (text) => {
	expect(problems(text)).toEqual(['There are no prices. Paste a header, and a row for each market.']);
});

test('a header alone has no prices', () => {
	expect(problems(HEADER)).toEqual(['Row 2: no market. Add a row for each market.']);
});

test('all problems are told at once', () => {
	expect(problems(`${HEADER}\nGermny,x,-1\nFR,,\nIN,0.1,0.1\nIndia,0.1,1,1`, 'E')).toEqual([
		expect.stringMatching(/^Row 2, column Market:/),
		expect.stringMatching(/^Row 2, column Marketing:/),
		expect.stringMatching(/^Row 2, column Utility:/),
		expect.stringMatching(/^Row 3: no price/),
		expect.stringMatching(/^Row 5, column Market: India is in row 4 too/),
		expect.stringMatching(/^Row 5: 4 cells/),
		expect.stringMatching(/^Currency:/),
	]);
});

test('prices that are written read as the same, with Other at the end', () => {
	const given = {
		OTHER: { utility: 7 },
		CI: { marketing: 113_100, 'authentication-international': 0 },
		US: { service: 1_000_000, marketing: 25_000 },
	};
	const text = csvOfPrices({ currency: 'EUR', markets: given });
	expect(text.split('\n')).toEqual([
		'Market,Marketing,Utility,Authentication international,Service',
		'Côte d’Ivoire,0.1131,,0,',
		'United States,0.025,,,1',
		'Other,,0.000007,,',
		'',
	]);
	expect(markets(text)).toEqual(given);
});
