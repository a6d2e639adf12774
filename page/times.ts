const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const two = (value: number) => String(value).padStart(2, '0');

/** A span as `23:59:07`. */
export function asCountdown(ms: number): string {
	const left = Math.max(0, ms);
	const hours = Math.floor(left / HOUR);
	return [hours, Math.floor((left % HOUR) / MINUTE), Math.floor((left % MINUTE) / SECOND)].map(two).join(':');
}

const TIME = { hour: '2-digit', minute: '2-digit' } as const;

/** Making these takes longer than using them. */
const formatsIn = (timeZone: string | undefined) => ({
	time: new Intl.DateTimeFormat([], { ...TIME, timeZone }),
	exactTime: new Intl.DateTimeFormat([], { ...TIME, second: '2-digit', timeZone }),
	shortDay: new Intl.DateTimeFormat([], { weekday: 'short', month: 'short', day: 'numeric', timeZone }),
	day: new Intl.DateTimeFormat([], { weekday: 'long', month: 'long', day: 'numeric', timeZone }),
});

let formats = formatsIn(undefined);
const ownZone = formats.time.resolvedOptions().timeZone;

/** Shows all times in the gateway's zone, where n8n's are, wherever the browser is. */
export function showTimesIn(timeZone: string): void {
	formats = formatsIn(timeZone);
}

/** The zone of all times, if it isn't the browser's own. */
export function foreignZone(): string | undefined {
	const { timeZone } = formats.time.resolvedOptions();
	return timeZone === ownZone ? undefined : timeZone;
}

/** A time of day, such as `14:05`. */
export const asTime = (at: number) => formats.time.format(at);

/** A time of day with seconds. */
export const asExactTime = (at: number) => formats.exactTime.format(at);

/** A day, such as `Sat, Nov 22`. */
const asShortDay = (at: number) => formats.shortDay.format(at);

/** A day and a time, such as `Sat, Nov 22, 14:05`. */
export const asDayAndTime = (at: number) => `${asShortDay(at)}, ${asTime(at)}`;

/** A time of day, after its day if that isn't the day of `now`. */
export const asTimeAsOf = (at: number, now: number, time = asTime) =>
	asDay(at) === asDay(now) ? time(at) : `${asShortDay(at)}, ${time(at)}`;

/** A time of day, or its day if that isn't the day of `now`: as long as a narrow list can show. */
export const asTimeOrDay = (at: number, now: number) =>
	asDay(at) === asDay(now) ? asTime(at) : asShortDay(at);

/** A month, such as `November 2026`, of `2026-11`. */
export const asMonth = (month: string) =>
	new Intl.DateTimeFormat([], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(month));

/** A day, such as `Saturday, November 22`. */
export const asDay = (at: number) => formats.day.format(at);
