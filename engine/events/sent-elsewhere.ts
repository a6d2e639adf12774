import type { Store } from '../store/store';
import { readCallbackData } from './callback-data';
import type { MessagingEvent, StatusEvent } from './messaging-event';

/** What the platform charges freeform messages as (platform-facts-2026, section 2). Templates are mostly automatic. */
const FREEFORM: ReadonlySet<string> = new Set(['service', 'group_service']);

/** Later statuses say when the customer looked, not when somebody wrote. */
const SOON: ReadonlySet<string> = new Set(['sent', 'delivered']);

type OfCustomer = StatusEvent & { channel: string; contact: string };

/** Whether a status is of a freeform message of the business that doesn't say it is ours. */
function mayBeOfOthers(event: MessagingEvent): event is OfCustomer {
	return (
		event.kind === 'status' &&
		!event.byAgent &&
		SOON.has(event.status) &&
		FREEFORM.has(event.pricing?.category ?? '') &&
		event.channel !== undefined &&
		event.contact !== undefined &&
		readCallbackData(event.callbackData) === undefined
	);
}

/**
 * Events, the statuses of freeform messages that other systems sent marked as such. Ours carry our callback data; where a
 * gateway doesn't return it, the store knows the message, or that one is on its way to the customer.
 */
export async function withSenders(events: MessagingEvent[], store: Store): Promise<MessagingEvent[]> {
	const candidates = events.filter(mayBeOfOthers);
	if (candidates.length === 0) return events;
	const ours = await store.sends.ownOf(
		candidates.map(({ channel, contact, userId, group, messageId, at }) => ({
			channel,
			contact: group ?? userId ?? contact,
			messageId,
			at,
		})),
	);
	const others = new Set<MessagingEvent>(candidates.filter(({ messageId }) => !ours.has(messageId)));
	return events.map((event) =>
		others.has(event) ? { ...(event as StatusEvent), sentElsewhere: true as const } : event,
	);
}
