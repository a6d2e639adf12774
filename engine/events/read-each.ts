import type { ChangeContext } from './delivery';
import type { MessagingEvent } from './messaging-event';
import { unknownEvent } from './unknown-event';

const isObject = (part: unknown) => typeof part === 'object' && part !== null && Object.keys(part).length > 0;

/**
 * Reads each part of a list. Parts that are empty or aren't objects are kept together, so that a
 * list of many is one event; a single one is kept as it is.
 */
export function readEach(
	parts: unknown[],
	context: ChangeContext,
	read: (part: unknown) => MessagingEvent | MessagingEvent[],
): MessagingEvent[] {
	const nothings = parts.filter((part) => !isObject(part));
	const events = parts.filter(isObject).flatMap(read);
	if (nothings.length === 0) return events;
	return [...events, unknownEvent(nothings.length === 1 ? nothings[0] : nothings, context)];
}
