import { isHumanReply } from '../state/human-replies';
import type { Store } from '../store/store';
import type { MessagingEvent } from './messaging-event';

/**
 * Events as reactions see them: that a message was sent with another system is news once. Gateways can say so with
 * several of its statuses, in a group for each participant; the one that was committed first counts.
 */
export async function withNewsOnce(
	events: readonly MessagingEvent[],
	store: Store,
): Promise<readonly MessagingEvent[]> {
	if (!events.some((event) => event.kind === 'status' && event.sentElsewhere)) return events;
	return await Promise.all(
		events.map(async (event) => {
			if (event.kind !== 'status' || !event.sentElsewhere) return event;
			const first = (await store.inbox.statusesOf(event.messageId)).find(isHumanReply);
			if (first === undefined || first.id === event.id) return event;
			const later = { ...event };
			delete later.sentElsewhere;
			return later;
		}),
	);
}
