import { countryCodes } from '../countries';
import { OTHER } from './market-title';

const OTHER_NAMES = ['Other', 'Others', 'Other countries', 'Other markets', 'Rest of the world'];

/** Countries whose numbers begin as those of another one. A user ID can begin with them all the same. */
const WITHOUT_OWN_CODE = 'AX BL BQ CC CX EH GG IM JE MF NF PN SJ YT'.split(' ');

/** What people also call countries, beside the names that `Intl` has. */
const ALIASES: Readonly<Record<string, string>> = {
	'Cabo Verde': 'CV',
	Congo: 'CG',
	'Czech Republic': 'CZ',
	'Democratic Republic of the Congo': 'CD',
	'DR Congo': 'CD',
	'East Timor': 'TL',
	'Great Britain': 'GB',
	'Holy See': 'VA',
	'Hong Kong SAR': 'HK',
	'Ivory Coast': 'CI',
	Macau: 'MO',
	Macedonia: 'MK',
	'Republic of Korea': 'KR',
	'Republic of the Congo': 'CG',
	'Russian Federation': 'RU',
	Swaziland: 'SZ',
	Turkey: 'TR',
	UAE: 'AE',
	USA: 'US',
	'United States of America': 'US',
	'Viet Nam': 'VN',
};

const names = new Intl.DisplayNames('en', { type: 'region' });
const shortNames = new Intl.DisplayNames('en', { type: 'region', style: 'short' });

/** A name without what people write in different ways: case, accents, punctuation, `&`, `St.`, and `The`. */
const plain = (name: string) =>
	name
		.normalize('NFD')
		.toLowerCase()
		.replace(/^the /, '')
		.replaceAll('&', 'and')
		.replace(/\bst\b/g, 'saint')
		.replace(/[^a-z]/g, '');

/** `Myanmar (Burma)` is called by both. */
const namesOf = (code: string): string[] => {
	const full = names.of(code) ?? code;
	return [code, full, shortNames.of(code) ?? code, ...full.split(/[()]/)];
};

const MARKETS: ReadonlyMap<string, string> = new Map([
	...[...countryCodes, ...WITHOUT_OWN_CODE].flatMap((code) =>
		namesOf(code).map((name) => [plain(name), code] as const),
	),
	...Object.entries(ALIASES).map(([name, code]) => [plain(name), code] as const),
	...OTHER_NAMES.map((name) => [plain(name), OTHER] as const),
]);

/** The market that a person names: a country in English or by its code, or the other ones. `undefined` if there is none. */
export function marketNamed(name: string): string | undefined {
	const key = plain(name);
	return key === '' ? undefined : MARKETS.get(key);
}
