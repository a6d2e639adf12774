import { DAY, HOUR, oncePer } from '../../base';

const DATE_STYLE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

const formatIn = oncePer((timeZone) => new Intl.DateTimeFormat('en-US', { ...DATE_STYLE, timeZone }));

/** The day in a time zone, such as `2026-10-31`. `at` is epoch ms. */
export function dayIn(timeZone: string, at: number): string {
	const [month, day, year] = formatIn(timeZone).format(at).split('/');
	return `${year}-${month}-${day}`;
}

/** The month of a day: `2026-10`. */
export const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length);

/** Whether Intl knows the time zone. */
export function isTimeZone(name: string): boolean {
	try {
		return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
	} catch {
		return false;
	}
}

/** When a day (`2026-10-31`) begins in a time zone, epoch ms. It can begin later than at midnight. */
export function startOfDay(timeZone: string, day: string): number {
	const midnight = Date.parse(day);
	// No time zone is further from UTC.
	let [before, after] = [midnight - 15 * HOUR, midnight + 15 * HOUR];
	while (after - before > 1) {
		const between = Math.floor((before + after) / 2);
		if (dayIn(timeZone, between) < day) before = between;
		else after = between;
	}
	return after;
}

/** The day after a day. */
export const dayAfter = (day: string) => dayIn('UTC', Date.parse(day) + DAY);

/** The month after a month (`2026-10`). */
export const monthAfter = (month: string) => monthOf(dayIn('UTC', Date.parse(`${month}-01`) + 31 * DAY));
