import { DAY } from '../../base';
import { localDateIn } from '../../rules';

/** The day of a time in a time zone: `2026-10-01`. */
export const dayIn = (timeZone: string, at: number): string => localDateIn([timeZone], at);

/** Whether a text is a day that calendars have: `2026-11-31` isn't. */
export const isDay = (text: string): boolean =>
	/^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, text.length) === text;

/** The day so many days before another one: `2026-09-30`. */
export const dayBefore = (day: string, days = 1): string =>
	new Date(Date.parse(day) - days * DAY).toISOString().slice(0, day.length);

/** Of an account that has no prices, nobody knows the time zone. */
export const ZONE_UNKNOWN = 'UTC';

/** Days that sums are of. */
export interface Days {
	/** `2026-10-01` */
	firstDay: string;
	lastDay: string;
}

/** Days with their time zone, in words: `2026-10-01 to 2026-10-31 (Europe/Berlin)`. */
export const daysText = ({ firstDay, lastDay }: Days, timeZone: string): string =>
	`${firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`} (${timeZone})`;

/** The first and the last day of the month of a time, up to it. */
export function monthUpTo(now: number, timeZone = ZONE_UNKNOWN): Days {
	const today = dayIn(timeZone, now);
	return { firstDay: firstOfMonth(today), lastDay: today };
}

/** The first day of the month that a day is in. */
export const firstOfMonth = (day: string): string => day.replace(/\d\d$/, '01');

/** The day that somebody says: `today` and `yesterday` go by `today`, and everything else stays as it is. */
export function dayNamed(said: string, today: string): string {
	const name = said.toLowerCase();
	if (name === 'today') return today;
	return name === 'yesterday' ? dayBefore(today) : said;
}
