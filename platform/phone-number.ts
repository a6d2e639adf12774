import { storableText } from './storable-text';

const WRITTEN_AS_NUMBER = /^\+?[\d\s().\-/]+$/;

/**
 * The one spelling of a customer's address: a phone number or account id is its digits, whatever plus sign,
 * spaces, dots, dashes or brackets it was written with; any other id (a user id such as `US.1349…`, a group's id)
 * stays as it is, trimmed.
 */
export function normalizeAddress(address: string): string {
	const trimmed = address.trim();
	return WRITTEN_AS_NUMBER.test(trimmed) ? trimmed.replace(/\D/g, '') : storableText(trimmed);
}
