import { minuteAt, UNKNOWN } from './time-zones';
import type { Hours } from './values';
import { DAY_IN_MINUTES } from './values';

/** A minute of the day as clocks show it, for example `05:15`. */
export const clock = (minute: number) =>
	`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** What clocks show in each of some zones, for example `05:15, 08:15`; `unknown` without a zone. */
export function localTimeIn(timeZones: readonly string[], time: number): string {
	const minutes = new Set(timeZones.map((zone) => minuteAt(zone, time)));
	return (
		[...minutes]
			.sort((a, b) => a - b)
			.map(clock)
			.join(', ') || UNKNOWN
	);
}

const LOCAL_TIME = /^\d\d:\d\d(, \d\d:\d\d)*$/;

/** Whether this can be the value of a local time. */
export function isLocalTime(value: unknown): boolean {
	return typeof value === 'string' && (value === UNKNOWN || LOCAL_TIME.test(value));
}

/** Whether a minute of the day is one of these hours. */
export const isWithin = (minute: number, { from, to }: Hours): boolean =>
	from < to ? minute >= from && minute < to : minute >= from || minute < to;

/** All other hours of the day. */
export const otherHours = ({ from, to }: Hours): Hours => ({ from: to % DAY_IN_MINUTES, to: from });

/**
 * Whether a local time is one of these hours, in any of its zones. An unknown time counts as one of them, so that
 * nothing happens at an hour that nobody knows.
 */
export function isAtHours(localTime: string, hours: Hours): boolean {
	if (localTime === UNKNOWN) return true;
	return localTime.split(', ').some((time) => {
		const [hour, minute] = time.split(':').map(Number);
		return isWithin(hour! * 60 + minute!, hours);
	});
}
