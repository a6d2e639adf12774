import { DAY, MINUTE } from '../base';
import { dayAt, QUARTER } from './time-zones';

/** No zone is farther from UTC than this. ms */
const FARTHEST = 15 * 60 * MINUTE;
/** Days that last longer than this have no end that is worth waiting for. A year, and the day after */
const MOST_DAYS = 367;

/** When a day, counted from 1970-01-01, begins in a zone. Epoch ms */
function beginningOf(day: number, zone: string): number {
	let [before, after] = [(day * DAY - FARTHEST) / QUARTER, (day * DAY + FARTHEST) / QUARTER];
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (dayAt(zone, middle * QUARTER) < day) before = middle;
		else after = middle;
	}
	return after * QUARTER;
}

/** When it's none of the days in a zone any more. */
function endInZone(zone: string, time: number, counts: (day: number) => boolean): number | undefined {
	const today = dayAt(zone, time);
	let day = today;
	while (counts(day) && day - today < MOST_DAYS) day += 1;
	return counts(day) ? undefined : beginningOf(day, zone);
}

/**
 * When days that count are over in every zone; `undefined` if the zones are unknown, or if that takes more than a year.
 * Epoch ms
 */
export function endOfDays(
	timeZones: readonly string[],
	now: number,
	counts: (day: number) => boolean,
): number | undefined {
	let time = now;
	while (timeZones.length > 0 && time - now < MOST_DAYS * DAY) {
		const within = timeZones.filter((zone) => counts(dayAt(zone, time)));
		if (within.length === 0) return time;
		const ends = within.map((zone) => endInZone(zone, time, counts));
		if (ends.includes(undefined)) return undefined;
		time = Math.max(...(ends as number[]));
	}
	return undefined;
}
