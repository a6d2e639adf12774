import { CLOCK_TOLERANCE } from '../../platform';
import type { MessagingEvent } from './messaging-event';

/** An event that is dated further ahead of the gateway's clock is wrong, not early. ms */
const MOST_AHEAD = 24 * 60 * 60_000;

/**
 * An event as it is kept: dated no later than it may be, the latest date that the clocks allow (epoch ms). Its own time
 * still decides its place among others, unless that can't be: one event of the year 2099 must not win for ever.
 */
export function receivedBy<Event extends MessagingEvent>(event: Event, latest: number): Event {
	if (event.at <= latest) return event;
	const isPlausible = event.at <= latest - CLOCK_TOLERANCE + MOST_AHEAD;
	return { ...event, at: latest, ...(isPlausible && { datedAt: event.at }) };
}
