import { randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';
import { isUserId } from './customers/user-id';

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
