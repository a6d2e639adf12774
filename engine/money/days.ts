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

/** The first and the last day of the month of a time, up to it. */
export function monthUpTo(now: number, timeZone = ZONE_UNKNOWN): { firstDay: string; lastDay: string } {
	const today = dayIn(timeZone, now);
	return { firstDay: today.replace(/\d\d$/, '01'), lastDay: today };
}
