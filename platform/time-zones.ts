import { once, oncePer } from '../base';
import { countryOfUserId } from './address';
import type { AreaCodes } from './area-codes/calling-codes';
import { CALLING_CODES } from './area-codes/calling-codes';
import { NORTH_AMERICA } from './area-codes/north-america';
import { RUSSIA } from './area-codes/russia';

/** The time zones by the first digits of a number, as entries of a map. */
function zonesByAreaCode({ callingCode, zones, areas }: AreaCodes): Array<[string, readonly string[]]> {
	const byArea = areas.flatMap(([areaZones, codes]) =>
		codes
			.trim()
			.split(/\s+/)
			.map((code): [string, readonly string[]] => [`${callingCode}${code}`, areaZones]),
	);
	return [[callingCode, zones], ...byArea];
}

/** Area codes included. */
const LONGEST_CODE = 5;

/** Every time zone that a number can be in, by the longest calling code, or area code, that it begins with. */
export const timeZonesOfCallingCodes = once(
	(): ReadonlyMap<string, readonly string[]> =>
		new Map([...[NORTH_AMERICA, RUSSIA].flatMap(zonesByAreaCode), ...Object.entries(CALLING_CODES)]),
);

function timeZonesOfNumber(digits: string): readonly string[] {
	for (let length = LONGEST_CODE; length > 0; length -= 1) {
		const zones = timeZonesOfCallingCodes().get(digits.slice(0, length));
		if (zones) return zones;
	}
	return [];
}

/** A part of Intl that TypeScript's library doesn't declare yet; older engines have it as a field. */
interface Locale {
	getTimeZones?: () => string[] | undefined;
	timeZones?: string[];
}

/** All time zones of a country (ISO 3166 alpha-2), by the engine's own data, which takes longer than a decision. */
const timeZonesOfCountry = oncePer((country): readonly string[] => {
	const locale = new Intl.Locale('und', { region: country }) as Locale;
	return locale.getTimeZones?.() ?? locale.timeZones ?? [];
});

/**
 * The time zones that a customer can be in: by the calling code and the area code of the number, else by the country
 * that a user id begins with. Empty for any other address.
 * @param address as `normalizeAddress` returns it
 */
export function timeZonesOf(address: string): readonly string[] {
	if (/^\d+$/.test(address)) return timeZonesOfNumber(address);
	const country = countryOfUserId(address);
	return country === undefined ? [] : timeZonesOfCountry(country);
}
