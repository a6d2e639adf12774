import type { IExecuteFunctions } from 'n8n-workflow';
import type { Intent } from '../../../engine';
import { normalizeAddress } from '../../../platform';

export const TO_IS_EMPTY = 'To is empty. Enter a phone number, an account ID, a user ID, or a group ID.';

/** Who an item's message is for, as the gateway takes it; empty if the field is. */
export function readTo(
	context: IExecuteFunctions,
	itemIndex: number,
	recipientType: Intent['recipientType'],
): string {
	const given = String(context.getNodeParameter('to', itemIndex) ?? '').trim();
	return recipientType === 'group' ? given : normalizeAddress(given);
}
