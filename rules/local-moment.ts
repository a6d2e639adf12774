import { DAY, HOUR, MINUTE } from '../base';
import { minuteAt, UNKNOWN, dayAt } from './time-zones';
import type { Hours } from './values';
import { DAY_IN_MINUTES } from './values';
import { dateOf, isAmong, weekdayOf } from './days';

/** Every local time and day of the week comes again within a week, unless clocks are changed. ms */
const LOOKED_THROUGH = 8 * DAY;
/** A date begins so long before it does in UTC, at most. ms */
const EARLIEST_ZONE = 14 * HOUR;

/** Local facts that somebody made up. */
interface LocalFacts {
	localTime?: string;
	localDay?: string;
	localDate?: string;
}

/**
 * The first minute at which all of some local facts hold in some zones.
 * @param from where to begin; a date says that better. Epoch ms
 * @returns epoch ms; `undefined` without zones or local facts, and if there is no such minute
 */
export function localMoment(
	{ localTime, localDay, localDate }: LocalFacts,
	zones: readonly string[],
	from: number,
): number | undefined {
	const isAny = localTime === undefined && localDay === undefined && localDate === undefined;
	if (isAny || zones.length === 0) return undefined;
	const date = localDate === undefined ? NaN : Date.parse(localDate);
	const first = Number.isNaN(date) ? from : date - EARLIEST_ZONE;
	for (let time = first; time < first + LOOKED_THROUGH; time += MINUTE) {
		const holds =
			(localTime === undefined || localTimeIn(zones, time) === localTime) &&
			(localDay === undefined || localDayIn(zones, time) === localDay) &&
			(localDate === undefined || localDateIn(zones, time) === localDate);
		if (holds) return time;
	}
	return undefined;
}

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

/** The days on which some zones are at a time, the earliest first; `unknown` without a zone. */
function daysIn(timeZones: readonly string[], time: number, write: (day: number) => string): string {
	const days = new Set(timeZones.map((zone) => dayAt(zone, time)));
	return (
		[...days]
			.sort((a, b) => a - b)
			.map(write)
			.join(', ') || UNKNOWN
	);
}

/** The day of the week in each of some zones, for example `Saturday, Sunday`; `unknown` without a zone. */
export const localDayIn = (timeZones: readonly string[], time: number): string =>
	daysIn(timeZones, time, weekdayOf);

/** The date in each of some zones, for example `2026-01-31, 2026-02-01`; `unknown` without a zone. */
export const localDateIn = (timeZones: readonly string[], time: number): string =>
	daysIn(timeZones, time, dateOf);

const isOn = (local: string, counts: (day: string) => boolean) =>
	local === UNKNOWN || local.split(', ').some(counts);

/** Whether it's one of the days in any zone. An unknown day counts as one of them. */
export const isOnDays = (local: string, list: string): boolean => isOn(local, (day) => isAmong(day, list));

/** Whether it's another day in any zone. An unknown day counts as another one. */
export const isOnOtherDays = (local: string, list: string): boolean =>
	isOn(local, (day) => !isAmong(day, list));
