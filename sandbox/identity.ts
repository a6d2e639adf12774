import { randomBytes, randomInt, createHash } from 'node:crypto';
import * as z from 'zod';

const PHONE_NUMBER = /^\+?[\d\s().-]+$/;
const SHORTEST_NUMBER = 5;
const LONGEST_NUMBER = 15;

/** The digits of a phone number, however it is written. `undefined` if it isn't one. */
export function phoneDigits(written: string): string | undefined {
	if (!PHONE_NUMBER.test(written)) return undefined;
	const digits = written.replace(/\D/g, '');
	return digits.length >= SHORTEST_NUMBER && digits.length <= LONGEST_NUMBER ? digits : undefined;
}

/** A customer's address: a phone number's digits, or a user ID as it is. `undefined` if `written` is neither. */
export function customerAddress(written: string): string | undefined {
	return isUserId(written) ? written : phoneDigits(written);
}

/** A new message id of the platform's form. */
export function newMessageId(): string {
	return `wamid.HBgL${randomBytes(21).toString('base64').replace(/[+/]/g, 'A')}`;
}

/** A new numeric id, written as a string, that an integer of JSON can hold exactly. */
export function newNumericId(): string {
	return `${randomInt(100_000, 999_999)}${String(randomInt(0, 1e9)).padStart(9, '0')}`;
}

/** A customer's address, however it is written. */
export const contactSchema = z.string().transform((written, context) => {
	const address = customerAddress(written);
	if (address !== undefined) return address;
	context.addIssue({ code: 'custom', message: `neither a phone number nor a user ID: ${written}` });
	return z.NEVER;
});

/** A BSUID or parent BSUID (docs/interface.md, User IDs). */
const USER_ID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Whether a recipient is written as a business-scoped user ID, or as a parent one (`US.ENT.…`). */
export function isUserId(written: string): boolean {
	return USER_ID.test(written);
}

/**
 * The BSUID of the person who has this phone number, for one business account. Another account gets another one, and
 * so does the next person who gets the number: `generation` counts them.
 */
export function userIdFor(account: string, phone: string, generation: number): string {
	const digest = createHash('sha256').update(`${account} ${phone} ${generation}`).digest();
	const digits = digest.readBigUInt64BE().toString().padStart(20, '0');
	return `${countryOf(phone)}.${digits}`;
}

/** Countries by calling code, enough to play customers of the larger markets. */
const COUNTRIES: Readonly<Record<string, string>> = {
	'1': 'US',
	'7': 'RU',
	'20': 'EG',
	'27': 'ZA',
	'30': 'GR',
	'31': 'NL',
	'32': 'BE',
	'33': 'FR',
	'34': 'ES',
	'36': 'HU',
	'39': 'IT',
	'40': 'RO',
	'41': 'CH',
	'43': 'AT',
	'44': 'GB',
	'45': 'DK',
	'46': 'SE',
	'47': 'NO',
	'48': 'PL',
	'49': 'DE',
	'51': 'PE',
	'52': 'MX',
	'54': 'AR',
	'55': 'BR',
	'56': 'CL',
	'57': 'CO',
	'60': 'MY',
	'61': 'AU',
	'62': 'ID',
	'63': 'PH',
	'65': 'SG',
	'66': 'TH',
	'81': 'JP',
	'82': 'KR',
	'90': 'TR',
	'91': 'IN',
	'92': 'PK',
	'94': 'LK',
	'212': 'MA',
	'234': 'NG',
	'254': 'KE',
	'351': 'PT',
	'353': 'IE',
	'420': 'CZ',
	'852': 'HK',
	'966': 'SA',
	'971': 'AE',
	'972': 'IL',
};

/** The country of a phone number (ISO 3166 alpha-2), by the longest calling code. US if the code isn't listed. */
function countryOf(phone: string): string {
	const codes = [3, 2, 1].map((length) => phone.slice(0, length));
	return codes.flatMap((code) => COUNTRIES[code] ?? [])[0] ?? 'US';
}

/** A phone number of the same country and length as `phone`, with other digits at the end. */
export function randomPhone(phone = '15550000000'): string {
	const digits = String(randomInt(0, 1e6)).padStart(6, '0');
	const other = phone.slice(0, -6) + digits;
	return other === phone ? randomPhone(phone) : other;
}
