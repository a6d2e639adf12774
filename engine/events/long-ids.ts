import type { MessagingEvent } from './messaging-event';
import { asUnknown } from './unknown-event';

/** The longest ID of a number or an account that is believed: those of the platform have 15 to 20 digits (INF). */
const LONGEST_ID = 200;

const isTooLong = (id: string | undefined) => id !== undefined && id.length > LONGEST_ID;

/** Whether an event is of a number or an account whose ID is longer than any, and than a database can look up. */
const hasLongId = ({ account, channel }: MessagingEvent): boolean => isTooLong(account) || isTooLong(channel);

/** Keeps such an event as `unknown`: what it belongs to is looked up and noted before the event itself is. */
export const withoutLongIds = (event: MessagingEvent): MessagingEvent =>
	hasLongId(event)
		? asUnknown(event, `Its account or phone number ID is longer than ${LONGEST_ID} characters.`)
		: event;
