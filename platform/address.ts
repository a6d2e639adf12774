import {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
	validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { COUNTRY_NAMES } from './country-names';
import { storableText } from './spelling';

/**
 * A business-scoped user id (BSUID), `US.1349…`, or the parent of several, `US.ENT.1349…`: two letters of a country, a
 * period, and up to 128 letters and digits, whose case counts (docs/interface.md, User IDs).
 */
const USER_ID = /^([A-Z]{2})\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Whether an address is a user id or a parent user id: it is sent to in `recipient`, never in `to`. */
export const isUserId = (address: string): boolean => USER_ID.test(address);

/** Whether an address is the parent id that several linked portfolios know a customer by. */
export const isParentUserId = (address: string): boolean => USER_ID.exec(address)?.[2] !== undefined;

/** The country that a user id begins with (ISO 3166 alpha-2): the only hint to one if there is no phone number. */
export const countryOfUserId = (address: string): string | undefined => USER_ID.exec(address)?.[1];

/** Whether an address is meant as a user id, and isn't one: sent to as a phone number it would be lost. */
export const isBrokenUserId = (address: string): boolean =>
	/^[A-Za-z]{2}\./.test(address) && !isUserId(address);

/** An expression that nobody evaluated, such as {{ $json.contact }}. */
const UNEVALUATED = /\{\{.*\}\}/s;

/** What people write between several recipients. */
const MANY_RECIPIENTS = /[,;|\n\r]|\s(?:and|&)\s/i;

/** Fewest and most digits of the phone numbers that countries have. Longer ones are ids. */
const [SHORTEST, LONGEST] = [7, 14];

const filled = (parts: string[]) => parts.map((part) => part.trim()).filter((part) => part !== '');

const digitsOf = (text: string) => text.replace(/\D/g, '').length;

/** How many recipients a text names. Numbers without anything between them are several if each one is whole. */
function recipientsIn(text: string): number {
	const listed = filled(text.split(MANY_RECIPIENTS)).length;
	if (listed > 1) return listed;
	const signed = filled(text.split('+')).filter((part) => digitsOf(part) >= SHORTEST).length;
	if (signed > 1) return signed;
	const words = filled(text.split(/[\s/]+/));
	return words.every((word) => digitsOf(word) >= SHORTEST) ? Math.max(1, words.length) : 1;
}

const WRITTEN_AS_NUMBER = /^\+?[\d\s().\-/]+$/;

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
const isWrittenAsNumber = (text: string): boolean => WRITTEN_AS_NUMBER.test(text.trim());

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

/** Longer than the id of any group. */
const GROUP_ID_LENGTH = 500;

/** Whether a text can be the id of a group: one word, whose form nobody documents (docs/interface.md, Groups). */
export const isGroupId = (text: string): boolean =>
	text !== '' &&
	text.length <= GROUP_ID_LENGTH &&
	!/\s/.test(text) &&
	!UNEVALUATED.test(text) &&
	!MANY_RECIPIENTS.test(text);

/** What is wrong with any recipient: with a customer, and with a group. */
function wrongForAll(recipient: string): string | undefined {
	if (UNEVALUATED.test(recipient)) {
		return `${recipient} came as text, because the field is set to Fixed. Set it to Expression, so that the value of each item takes its place.`;
	}
	const count = recipientsIn(recipient);
	if (count <= 1) return undefined;
	return `"${recipient}" has ${count} recipients, but each item can have only one. Make an item of each recipient, for example with a Split Out node.`;
}

/** What is wrong with a number that begins with its country code, if that is its length. */
const WRONG_LENGTHS: Readonly<Partial<Record<string, string>>> = {
	TOO_SHORT: 'too short for a phone number. Check that all of its digits are there.',
	TOO_LONG: 'too long for a phone number. Check that it is one number.',
	INVALID_LENGTH: 'too short or too long for a phone number of its country. Check its digits.',
};

/** What is wrong with digits that aren't a number or an account ID. */
function wrongNumber(number: string): string {
	const digits = number.replace(/\D/g, '').length;
	if (digits > ACCOUNT_ID_DIGITS) {
		return `"${number}" has ${digits} digits, but an account ID has at most ${ACCOUNT_ID_DIGITS}. Check that it is one number.`;
	}
	const hasCode = /^\D*(\+|00)/.test(number);
	const length = hasCode && WRONG_LENGTHS[validatePhoneNumberLength(`+${normalizeAddress(number)}`) ?? ''];
	if (length) return `"${number}" is ${length}`;
	const why = /^\D*0(?!0)/.test(number) ? 'has no country code' : "isn't a phone number of any country";
	return `"${number}" ${why}. Write it with its country code, for example +49 170 1234567. If all numbers are of one country, you can choose it as Default Country in the credential.`;
}

/** Letters that people type for digits. */
const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', o: '0', l: '1', I: '1' };

/** What is wrong with a number that has letters for digits; undefined for any other text. */
function wrongLetter(address: string): string | undefined {
	const number = address.replace(/[OolI]/g, (letter) => LOOKALIKES[letter]!);
	if (!isWrittenAsNumber(number) || digitsOf(address) < SHORTEST) return undefined;
	const letter = /[OolI]/.exec(address)![0];
	return `"${address}" has the letter ${letter} among its digits. Write the digit ${LOOKALIKES[letter]!}.`;
}

/** What is wrong with a customer's address that `readAddress` doesn't take, and what to do. */
export function impossibleAddress(given: string): string {
	const address = given.trim();
	const wrong = wrongForAll(address);
	if (wrong !== undefined) return wrong;
	if (isWrittenAsNumber(address)) return wrongNumber(address);
	const letter = wrongLetter(address);
	if (letter !== undefined) return letter;
	if (isBrokenUserId(address)) {
		return `"${address}" isn't a user ID. A user ID has two capital letters, a period, and 1 to 128 letters and digits, for example US.13491208655302741918.`;
	}
	if (/^\S+@\S+\.\S+$/.test(address)) {
		return `"${address}" is an email address. Enter a phone number with its country code, an account ID, or a user ID.`;
	}
	return `"${address}" isn't a phone number, an account ID, or a user ID. Check that the field has the customer's number, for example +49 170 1234567.`;
}

/** What is wrong with a text that can't be the id of a group, and what to do. */
export const impossibleGroupId = (given: string): string =>
	wrongForAll(given.trim()) ??
	`"${given.trim()}" isn't the ID of a group. An ID has no spaces. Group: Get Many lists the IDs.`;
