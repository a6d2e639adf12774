import {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { COUNTRY_NAMES } from './country-names';
import { UNEVALUATED } from './recipients-in';
import { storableText } from './storable-text';
import { isUserId } from './user-id';

const WRITTEN_AS_NUMBER = /^\+?[\d\s().\-/]+$/;

/** Fewest and most digits of the phone numbers that countries have. Longer ones are ids. */
const [SHORTEST, LONGEST] = [7, 14];

/** Most digits of an account id. */
export const ACCOUNT_ID_DIGITS = 20;

/** Mexican numbers have had no 1 after the country code since 2019, but the platform's ids still do. */
const OLD_MEXICAN_MOBILE = /^521\d{10}$/;

/**
 * The one spelling of a customer's address: a phone number or account id is its digits, whatever plus sign, leading 00,
 * spaces, dots, dashes or brackets it was written with; any other id (a user id such as `US.1349…`, a group's id) stays
 * as it is, trimmed.
 */
export function normalizeAddress(address: string): string {
	const trimmed = address.trim();
	if (!WRITTEN_AS_NUMBER.test(trimmed)) return storableText(trimmed);
	const digits = trimmed.replace(/\D/g, '');
	return digits.length > 2 && digits.startsWith('00') ? digits.slice(2) : digits;
}

/** The countries that a number can be completed for: ISO 3166 alpha-2, and the country code of their numbers. */
export const PHONE_COUNTRIES: ReadonlyArray<{ country: string; name: string; callingCode: string }> =
	getCountries().map((country) => ({
		country,
		name: COUNTRY_NAMES[country],
		callingCode: getCountryCallingCode(country),
	}));

const numberOf = (digits: string) => parsePhoneNumberFromString(`+${digits}`);

/** Whether digits can be an address: an id, or a number that begins with the code of a country. */
export const isPlausibleNumber = (digits: string): boolean =>
	digits.length > LONGEST || (digits.length >= SHORTEST && numberOf(digits) !== undefined);

/** Whether some country has numbers of this form. */
const isPossible = (digits: string) =>
	numberOf(digits)?.isPossible() === true || OLD_MEXICAN_MOBILE.test(digits);

/** The digits of a number that is written as people in the country write it; `undefined` if it isn't one of theirs. */
function completed(written: string, country: string): string | undefined {
	if (!isSupportedCountry(country)) return undefined;
	const digits = normalizeAddress(written);
	const withCode = numberOf(digits);
	if (withCode?.countryCallingCode === getCountryCallingCode(country) && withCode.isValid()) return digits;
	const number = parsePhoneNumberFromString(written, country);
	const isWhole = number?.isValid() === true && number.nationalNumber.length >= SHORTEST;
	return isWhole ? normalizeAddress(number.number) : undefined;
}

/** Whether a text is written the way phone numbers are: digits, and what people write around and between them. */
export const isWrittenAsNumber = (text: string): boolean => WRITTEN_AS_NUMBER.test(text.trim());

/**
 * Reads what a person, or their list, has as a customer's address. A phone number has its country code, unless the
 * default country completes it. An account id or a user id passes unchanged.
 *
 * @param country the country of numbers without a country code (ISO 3166 alpha-2); none if left out
 * @returns the address as `normalizeAddress` spells it, empty if nothing is given; `undefined` for a number that no
 * country has, and for any other text
 */
export function readAddress(given: string, country = ''): string | undefined {
	const trimmed = given.trim();
	if (trimmed === '') return '';
	const address = normalizeAddress(trimmed);
	if (!/^\d+$/.test(address)) return isUserId(address) ? address : undefined;
	if (/^\D*(\+|00)/.test(trimmed)) {
		// +49 (0) 170 …: the zero is only for calls from inside the country.
		const digits = normalizeAddress(trimmed.replace('(0)', ''));
		return isPossible(digits) ? digits : undefined;
	}
	// An id is digits alone. Whoever adds spaces or brackets has written a phone number.
	const isId = trimmed === address && !address.startsWith('0') && address.length <= ACCOUNT_ID_DIGITS;
	if (isId && (address.length > LONGEST || isPossible(address))) return address;
	return (
		completed(trimmed, country) ?? (!address.startsWith('0') && isPossible(address) ? address : undefined)
	);
}

/**
 * The same, but a text that isn't written as a number is taken for an id, whatever it says.
 *
 * @returns `undefined` for a number that no country has, and for an expression that nobody evaluated
 */
export function readAddressOrText(given: string, country = ''): string | undefined {
	const address = readAddress(given, country);
	if (address !== undefined || UNEVALUATED.test(given)) return address;
	const isLongId = new RegExp(`^[1-9]\\d{${ACCOUNT_ID_DIGITS},}$`).test(given.trim());
	return isLongId || !isWrittenAsNumber(given) ? normalizeAddress(given) : undefined;
}
