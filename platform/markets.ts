import type { CountryCode } from 'libphonenumber-js/min';
import { getCountryCallingCode } from 'libphonenumber-js/min';
import { once } from '../base';
import { countryOfUserId } from './address';
import { CALLING_CODES } from './area-codes/calling-codes';
import { COUNTRY_NAMES } from './country-names';

/** The market of every country that no other market has. */
const OTHER = 'Other';

/**
 * The markets that the platform has prices for, by its own names, and their countries (ISO 3166 alpha-2): the platform's
 * list as of July 2025 (docs/interface.md, Prices). Countries that became markets of their own later have
 * the price of their own row, if a price table has one, and otherwise the one of the group that they are in here.
 */
const COUNTRIES_OF_MARKET: Readonly<Record<string, string>> = {
	Argentina: 'AR',
	Brazil: 'BR',
	Chile: 'CL',
	Colombia: 'CO',
	Egypt: 'EG',
	France: 'FR',
	Germany: 'DE',
	India: 'IN',
	Indonesia: 'ID',
	Israel: 'IL',
	Italy: 'IT',
	Malaysia: 'MY',
	Mexico: 'MX',
	Netherlands: 'NL',
	Nigeria: 'NG',
	Pakistan: 'PK',
	Peru: 'PE',
	Russia: 'RU',
	'Saudi Arabia': 'SA',
	'South Africa': 'ZA',
	Spain: 'ES',
	Turkey: 'TR',
	'United Arab Emirates': 'AE',
	'United Kingdom': 'GB',
	'North America': 'US CA',
	'Rest of Africa': `
		AO BF BI BJ BW CD CG CI CM DZ ER ET GA GH GM GW KE LR LS LY MA MG ML MR MW MZ NA NE RW SD SL SN SO SS SZ TD TG TN
		TZ UG ZM`,
	'Rest of Asia Pacific': 'AF AU BD CN HK JP KH LA LK MN NP NZ PG PH SG TH TJ TM TW UZ VN',
	'Rest of Central & Eastern Europe': 'AL AM AZ BG BY CZ GE GR HR HU LT LV MD MK PL RO RS SI SK UA',
	'Rest of Latin America': 'BO CR DO EC GT HN HT JM NI PA PR PY SV UY VE',
	'Rest of Middle East': 'BH IQ JO KW LB OM QA YE',
	'Rest of Western Europe': 'AT BE CH DK FI IE NO PT SE',
};

/** Other spellings of markets, as `spelled` writes them. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
	uae: 'United Arab Emirates',
	uk: 'United Kingdom',
	greatbritain: 'United Kingdom',
	turkiye: 'Turkey',
	usa: 'North America',
	unitedstatesofamerica: 'North America',
	restofcee: 'Rest of Central & Eastern Europe',
	restofeasterneurope: 'Rest of Central & Eastern Europe',
	restofapac: 'Rest of Asia Pacific',
	restoflatam: 'Rest of Latin America',
	restofworld: OTHER,
	allothercountries: OTHER,
};

/** Of countries that share a calling code, the one whose market counts; area codes tell those of +1 and +7 apart. */
const MAIN_COUNTRIES = ['AU', 'CW', 'FI', 'GB', 'GP', 'IT', 'MA', 'NO', 'RE', 'SH'] as const;

/** The countries of +1 whose area codes are a market's that isn't North America (docs/interface.md, Prices). */
const AREA_CODES: Readonly<Record<string, string>> = {
	DO: '1809 1829 1849',
	JM: '1658 1876',
	PR: '1787 1939',
};

const MARKET_OF_COUNTRY: ReadonlyMap<string, string> = new Map(
	Object.entries(COUNTRIES_OF_MARKET).flatMap(([market, countries]) =>
		countries
			.trim()
			.split(/\s+/)
			.map((country): [string, string] => [country, market]),
	),
);

/** What a country can have its price from, the narrowest first: its own row, then the one of its group. */
function marketsOfCountry(country: string): readonly string[] {
	const market = MARKET_OF_COUNTRY.get(country) ?? OTHER;
	if (market !== OTHER && !market.startsWith('Rest of ')) return [market];
	const name = COUNTRY_NAMES[country as CountryCode] as string | undefined;
	return name === undefined ? [market] : [name, market];
}

/** By the longest calling code, or area code, that a number begins with. */
function readCallingCodes(): ReadonlyMap<string, readonly string[]> {
	const ofCountries = [...Object.keys(COUNTRY_NAMES), ...MAIN_COUNTRIES].map(
		(country): [string, readonly string[]] => [
			getCountryCallingCode(country as CountryCode),
			marketsOfCountry(country),
		],
	);
	const ofOthers = Object.keys(CALLING_CODES).filter((code) => /^[17]/.test(code));
	return new Map([
		...ofCountries,
		['1', ['North America']],
		['7', ['Russia']],
		...ofOthers.map((code): [string, readonly string[]] => [code, [OTHER]]),
		...Object.entries(AREA_CODES).flatMap(([country, codes]) =>
			codes.split(' ').map((code): [string, readonly string[]] => [code, marketsOfCountry(country)]),
		),
	]);
}

const byCallingCode = once(readCallingCodes);

/** Area codes included. */
const LONGEST_CODE = 4;
/** Most digits of a phone number (ITU-T E.164): longer ones are account ids. */
const LONGEST_NUMBER = 15;

/**
 * The markets that can say what a message to a customer costs, the narrowest first: by the number's calling code, or by
 * the country that a user id begins with. Empty if neither is known.
 * @param address as `normalizeAddress` returns it
 */
export function marketsOf(address: string): readonly string[] {
	if (!/^\d+$/.test(address)) {
		const country = countryOfUserId(address);
		return country === undefined ? [] : marketsOfCountry(country);
	}
	if (address.length > LONGEST_NUMBER) return [];
	for (let length = LONGEST_CODE; length > 0; length -= 1) {
		const markets = byCallingCode().get(address.slice(0, length));
		if (markets) return markets;
	}
	return [];
}

const spelled = (name: string): string =>
	name
		.normalize('NFD')
		.toLowerCase()
		.replaceAll('&', 'and')
		.replace(/[^a-z]/g, '');

/** Every name that a market or a country has, as `spelled` writes it. */
function readNames(): ReadonlyMap<string, readonly string[]> {
	const countries = Object.entries(COUNTRY_NAMES).flatMap(([country, name]) => {
		const markets = marketsOfCountry(country);
		return [country, name].map((each): [string, readonly string[]] => [spelled(each), markets]);
	});
	const markets = [...Object.keys(COUNTRIES_OF_MARKET), OTHER];
	return new Map([
		...countries,
		...Object.entries(ALSO_CALLED).map(([name, market]): [string, readonly string[]] => [name, [market]]),
		...markets.map((market): [string, readonly string[]] => [spelled(market), [market]]),
	]);
}

const byName = once(readNames);

/**
 * The markets that a text means, the narrowest first: a market by its name, or a country by its name or its code (ISO
 * 3166 alpha-2), however it is spelled. Empty if it means none.
 */
export const marketsNamed = (text: string): readonly string[] => byName().get(spelled(text)) ?? [];
