import type { MessagingEvent } from '../../../engine';
import { conversationOf } from '../../../engine';
import type { EventGroup } from '../events/to-items';

/** An event, and the burst that it waited in, if it did. */
export interface GroupedEvent {
	event: MessagingEvent;
	burst?: string;
}

/** What a message belongs to that didn't wait: its conversation. */
const placeOf = (event: MessagingEvent & { kind: 'message' }) =>
	JSON.stringify([event.channel, conversationOf(event)]);

/** Puts the messages together that waited together; those that didn't wait by conversation. All others stay single. */
export function groupEvents(events: readonly GroupedEvent[]): EventGroup[] {
	const groups = new Map<string, EventGroup>();
	for (const { event, burst } of events) {
		if (event.kind !== 'message') {
			groups.set(event.id, event);
			continue;
		}
		const key = burst ?? placeOf(event);
		const group = (groups.get(key) ?? []) as MessagingEvent[];
		groups.set(key, [...group, event]);
	}
	return [...groups.values()];
}
