import { userPreference } from '../../platform/wire/webhook-events';
import { customerOf } from './customer';
import type { ChangeReader } from './delivery';
import { dateOf, place, undatedAt, readEach, unknownEvent } from './delivery';
import { idOfContent } from './event-id';
import type { MessagingEvent, PreferenceEvent } from './messaging-event';

/** Field `user_preferences`: customers who opted out of a category of messages, or in again. */
export const readPreferences: ChangeReader = (value, context) => {
	if (!Array.isArray(value.user_preferences)) return [unknownEvent(value, context)];
	return readEach(value.user_preferences, context, (part): MessagingEvent => {
		const parsed = userPreference.safeParse(part);
		if (!parsed.success) return unknownEvent(part, context);
		const { wa_id: phone, user_id: userId, parent_user_id: parentUserId, value: choice } = parsed.data;
		const customer = customerOf({ phone, userId, parentUserId });
		if (customer === undefined) return unknownEvent(part, context);
		const event: PreferenceEvent = {
			kind: 'preference',
			id: idOfContent('preference', context.channel, part, undatedAt(parsed.data, context)),
			at: dateOf(parsed.data.timestamp, context),
			...place(context, part),
			...customer,
			category: parsed.data.category.toLowerCase(),
			value: choice.toLowerCase(),
		};
		return event;
	});
};
