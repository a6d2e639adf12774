import { dateOf, isAmong, weekdayOf } from './days';
import { dayAt, UNKNOWN } from './time-zones';

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
