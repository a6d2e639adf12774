import { normalizeAddress } from '../../platform';
import { userPreference } from '../../platform/wire/webhook-events';
import type { ChangeReader } from './delivery';
import { dateOf, place, undatedAt } from './delivery';
import { idOfContent } from './event-id';
import type { MessagingEvent, PreferenceEvent } from './messaging-event';
import { readEach } from './read-each';
import { unknownEvent } from './unknown-event';

/** Field `user_preferences`: customers who opted out of a category of messages, or in again. */
export const readPreferences: ChangeReader = (value, context) => {
	if (!Array.isArray(value.user_preferences)) return [unknownEvent(value, context)];
	return readEach(value.user_preferences, context, (part): MessagingEvent => {
		const parsed = userPreference.safeParse(part);
		const contact = parsed.data?.wa_id ?? parsed.data?.user_id;
		const choice = parsed.data?.value.toLowerCase();
		if (!parsed.success || contact === undefined || (choice !== 'stop' && choice !== 'resume')) {
			return unknownEvent(part, context);
		}
		const event: PreferenceEvent = {
			kind: 'preference',
			id: idOfContent('preference', context.channel, part, undatedAt(parsed.data, context)),
			at: dateOf(parsed.data.timestamp, context),
			...place(context, part),
			contact: normalizeAddress(contact),
			category: parsed.data.category.toLowerCase(),
			value: choice,
		};
		return event;
	});
};
