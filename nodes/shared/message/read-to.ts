import type { Intent } from '../../../engine';
import type { Connected } from '../connect';
import type { ReadField } from '../read/item-parameter';
import { readCustomer } from './read-customer';

export const TO_IS_EMPTY = 'To is empty. Enter a phone number, an account ID, a user ID, or a group ID.';

/**
 * Who an item's message is for, as the gateway takes it; empty if the field is.
 * @throws Error for a number that no country has
 */
export async function readTo(
	get: ReadField,
	connected: Connected,
	recipientType: Intent['recipientType'],
): Promise<string> {
	const given = String(get('to') ?? '').trim();
	return recipientType === 'group' ? given : readCustomer(connected, given);
}
