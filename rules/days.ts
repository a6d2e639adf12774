import { DAY } from '../base';

export const WEEKDAYS: readonly string[] = [
	'Sunday',
	'Monday',
	'Tuesday',
	'Wednesday',
	'Thursday',
	'Friday',
	'Saturday',
];
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;
const SHORTEST_WEEKDAY = 'Sun';
/** A leap year, which has every day that a year can have. */
const ANY_YEAR = 2024;

const ONE_DATE = /^(?:(\d{4})-)?(\d\d)-(\d\d)$/;

/** The day of the week of a day, which is counted from 1970-01-01. */
export const weekdayOf = (day: number): string => WEEKDAYS[(day + FIRST_WEEKDAY) % WEEKDAYS.length]!;

/** The date of a day, which is counted from 1970-01-01: `2026-12-24`. */
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

function readWeekday(written: string): string | undefined {
	const singular = written.toLowerCase().replace(/s$/, '');
	if (singular.length < SHORTEST_WEEKDAY.length) return undefined;
	return WEEKDAYS.find((weekday) => weekday.toLowerCase().startsWith(singular));
}

function readDate(written: string): string | undefined {
	const [, year = ANY_YEAR, month, date] = ONE_DATE.exec(written) ?? [];
	const time = Date.UTC(Number(year), Number(month) - 1, Number(date));
	return !Number.isNaN(time) && dateOf(time / DAY) === `${year}-${month}-${date}` ? written : undefined;
}

const listOf = (read: (written: string) => string | undefined) => (value: unknown) => {
	if (typeof value !== 'string') return undefined;
	const days = value.split(',').map((part) => read(part.trim()));
	return days.includes(undefined) ? undefined : days.join(', ');
};

/** Days of the week in English, however they are spelled, in full or not: `Saturday, sundays, Mon`. */
export const readWeekdays = listOf(readWeekday);

/** Dates, `2026-12-24`, and days of every year, `12-25`, separated by commas. */
export const readDates = listOf(readDate);

/** Whether a weekday or a date is in a list that `readWeekdays` or `readDates` returned. */
export function isAmong(day: string, list: string): boolean {
	return list.split(', ').some((each) => each === day || each === day.slice('2026-'.length));
}

/** The dates in some lists, in any year if a list has them for every year, and one that is in none. */
export function datesAround(lists: readonly string[]): string[] {
	const listed = lists
		.flatMap((list) => list.split(', '))
		.map((date) => (date.length === '12-25'.length ? `${ANY_YEAR}-${date}` : date));
	let day = Date.UTC(ANY_YEAR, 0, 1) / DAY;
	while (day < Date.UTC(ANY_YEAR + 1, 0, 1) / DAY && lists.some((list) => isAmong(dateOf(day), list)))
		day += 1;
	return [...listed, dateOf(day)];
}
