import type { ChangeContext } from './delivery';
import { dateOf, place } from './delivery';
import { idOfContent } from './event-id';
import type { UnknownEvent } from './messaging-event';

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
