import type { ChangeContext } from './delivery';
import { dateOf, place } from './delivery';
import { idOfContent } from './event-id';
import type { MessagingEvent, UnknownEvent } from './messaging-event';

/** Keeps a part of a delivery that no reader understands. */
export function unknownEvent(part: unknown, context: ChangeContext): UnknownEvent {
	return {
		kind: 'unknown',
		id: idOfContent('unknown', context.account, context.channel, context.field, part, context.entryTime),
		at: dateOf(undefined, context),
		...place(context, part),
		...(context.field !== '' && { field: context.field }),
	};
}

/**
 * An event that must not count, kept as `unknown`: without account and channel, and under an id of its content, so
 * that the event itself still counts if it comes.
 */
export function asUnknown(event: MessagingEvent): UnknownEvent {
	const { id, at, account, channel, raw } = event;
	return { kind: 'unknown', id: idOfContent('unknown', id, account, channel, raw), at, account: '', raw };
}
