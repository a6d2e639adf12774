import { randomBytes, randomInt, createHash } from 'node:crypto';
import * as z from 'zod';
import { countryOf } from './countries';

const PHONE_NUMBER = /^\+?[\d\s().-]+$/;
const SHORTEST_NUMBER = 5;
const LONGEST_NUMBER = 15;

/**
 * The digits of a phone number, however it is written, or of an account ID, which is digits alone and can be longer.
 * `undefined` if `written` is neither.
 */
export function phoneDigits(written: string): string | undefined {
	if (!PHONE_NUMBER.test(written)) return undefined;
	const digits = written.replace(/\D/g, '');
	const fits = digits.length <= LONGEST_NUMBER || digits === written;
	return fits && digits.length >= SHORTEST_NUMBER ? digits : undefined;
}

/**
 * A customer's address: the digits of a phone number or an account ID, or a user ID as it is. `undefined` if `written`
 * is none of them.
 */
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
	context.addIssue({
		code: 'custom',
		message: `not a phone number, an account ID, or a user ID: ${written}`,
	});
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
 * so does the next person who gets the number: `generation` counts them. US if no country has the calling code.
 */
export function userIdFor(account: string, phone: string, generation: number): string {
	const digest = createHash('sha256').update(`${account} ${phone} ${generation}`).digest();
	const digits = digest.readBigUInt64BE().toString().padStart(20, '0');
	return `${countryOf(phone) ?? 'US'}.${digits}`;
}

/** A phone number of the same country and length as `phone`, with other digits at the end. */
export function randomPhone(phone = '15550000000'): string {
	const digits = String(randomInt(0, 1e6)).padStart(6, '0');
	const other = phone.slice(0, -6) + digits;
	return other === phone ? randomPhone(phone) : other;
}
