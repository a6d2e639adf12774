import { normalizeAddress } from '../../platform';
import { isObject } from '../../base';
import type { MessagingEvent } from './messaging-event';

/** Whether some text in a value is one of these names. */
export function mentions(value: unknown, names: ReadonlySet<string>): boolean {
	const left = [value];
	while (left.length > 0) {
		const next = left.pop();
		if (typeof next === 'string' && names.has(normalizeAddress(next))) return true;
		if (Array.isArray(next) || isObject(next)) left.push(...Object.values(next as object));
	}
	return false;
}

/**
 * Whether an event is about the customer with these names, in a group or not. The user id comes first, as a phone number
 * can become another customer's. What isn't about one customer is about all that it mentions.
 */
export function isAbout(event: MessagingEvent, names: ReadonlySet<string>): boolean {
	if (event.kind === 'unknown' || event.kind === 'group') return mentions(event.raw, names);
	if (!('contact' in event) || event.contact === undefined) return false;
	const { contact, userId = contact, parentUserId } = event;
	return names.has(userId) || (parentUserId !== undefined && names.has(parentUserId));
}
