import { randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';

const PHONE_NUMBER = /^\+?[\d\s().-]+$/;
const USER_ID = /^[A-Z]{2}\.[A-Za-z0-9.]{1,128}$/;
const SHORTEST_NUMBER = 5;
const LONGEST_NUMBER = 15;

/**
 * The one name of a customer: a phone number's digits, or an account's user id (`US.1349…`) as it is.
 * `undefined` when `written` is neither.
 */
export function customerId(written: string): string | undefined {
	if (USER_ID.test(written)) return written;
	if (!PHONE_NUMBER.test(written)) return undefined;
	const digits = written.replace(/\D/g, '');
	return digits.length >= SHORTEST_NUMBER && digits.length <= LONGEST_NUMBER ? digits : undefined;
}

/** A fresh message id of the platform's form. */
export function newMessageId(): string {
	return `wamid.HBgL${randomBytes(21).toString('base64').replace(/[+/]/g, 'A')}`;
}

/** A fresh numeric id, written as a string, that an integer of JSON can hold exactly. */
export function newNumericId(): string {
	return `${randomInt(100_000, 999_999)}${String(randomInt(0, 1e9)).padStart(9, '0')}`;
}

/** A customer, however written; read as `customerId` gives it. */
export const contactSchema = z.string().transform((written, context) => {
	const id = customerId(written);
	if (id !== undefined) return id;
	context.addIssue({ code: 'custom', message: `neither a phone number nor an account ID: ${written}` });
	return z.NEVER;
});
