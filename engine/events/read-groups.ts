import { groupEntry } from '../../platform/wire/webhook-events';
import type { ChangeReader } from './delivery';
import { dateOf, place, undatedAt, readEach, unknownEvent } from './delivery';
import { idOfContent } from './event-id';
import type { GroupEvent, MessagingEvent } from './messaging-event';

/** The four group fields: one event for each entry of `groups`. */
export const readGroups: ChangeReader = (value, context) => {
	if (!Array.isArray(value.groups)) return [unknownEvent(value, context)];
	return readEach(value.groups, context, (part): MessagingEvent => {
		const parsed = groupEntry.safeParse(part);
		if (!parsed.success) return unknownEvent(part, context);
		const event: GroupEvent = {
			kind: 'group',
			id: idOfContent('group', context.channel, context.field, part, undatedAt(parsed.data, context)),
			at: dateOf(parsed.data.timestamp, context),
			...place(context, part),
			group: parsed.data.group_id,
			field: context.field,
			...(parsed.data.type !== undefined && { type: parsed.data.type }),
		};
		return event;
	});
};
