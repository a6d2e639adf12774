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
 * @param hint why it must not count, as a sentence
 */
export function asUnknown(event: MessagingEvent, hint?: string): UnknownEvent {
	const { id, at, account, channel, raw } = event;
	const content = idOfContent('unknown', id, account, channel, raw);
	return { kind: 'unknown', id: content, at, account: '', ...(hint !== undefined && { hint }), raw };
}
