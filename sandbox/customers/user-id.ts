import { createHash } from 'node:crypto';
import { countryOf } from './country';

/** A BSUID or parent BSUID. Facts 2026, §1. */
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
