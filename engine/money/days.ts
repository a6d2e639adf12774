import { localDateIn } from '../../rules';

/** The day of a time in a time zone: `2026-10-01`. */
export const dayIn = (timeZone: string, at: number): string => localDateIn([timeZone], at);

/** Of an account that has no prices, nobody knows the time zone. */
export const ZONE_UNKNOWN = 'UTC';

/** The first and the last day of the month of a time, up to it. */
export function monthUpTo(now: number, timeZone = ZONE_UNKNOWN): { firstDay: string; lastDay: string } {
	const today = dayIn(timeZone, now);
	return { firstDay: today.replace(/\d\d$/, '01'), lastDay: today };
}
