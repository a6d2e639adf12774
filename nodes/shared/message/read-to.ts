import type { Intent } from '../../../engine';
import { impossibleGroupId, isGroupId } from '../../../platform';
import type { Connected } from '../connect';
import type { ReadField } from '../read/item-parameter';
import type { RecipientOptions } from './read-customer';
import { readCustomer } from './read-customer';

export const TO_IS_EMPTY = 'To is empty. Enter a phone number, an account ID, a user ID, or a group ID.';

/**
 * Who an item's message is for, as the gateway takes it; empty if the field is.
 * @throws Error for what can't be one customer or one group
 */
export async function readTo(
	get: ReadField,
	connected: Pick<Connected, 'credential' | 'engine'>,
	recipientType: Intent['recipientType'],
	options: RecipientOptions = {},
): Promise<string> {
	const given = String(get('to') ?? '').trim();
	if (recipientType !== 'group') return readCustomer(connected, given, options);
	if (given !== '' && !isGroupId(given) && !options.takesText) throw new Error(impossibleGroupId(given));
	return given;
}
