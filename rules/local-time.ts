import type { Hours } from './values';

const MINUTE = 60_000;
/** No zone changes its offset but at a quarter of an hour. ms */
const QUARTER = 15 * MINUTE;
const DAY_IN_MINUTES = 24 * 60;

/** Longer than this no hours last, however many zones they are asked in. ms */
const LONGEST = 3 * 24 * 60 * MINUTE;

const UNKNOWN = 'unknown';

interface Zone {
	format: Intl.DateTimeFormat;
	/** The offset of the last quarter of an hour that was asked for. */
	quarter: number;
	offset: number;
}

const zones = new Map<string, Zone>();

function zoneNamed(name: string): Zone {
	const known = zones.get(name);
	if (known) return known;
	const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
	const format = new Intl.DateTimeFormat('en-US', {
		...fields,
		minute: 'numeric',
		timeZone: name,
		hourCycle: 'h23',
		calendar: 'gregory',
	});
	const zone = { format, quarter: NaN, offset: 0 };
	zones.set(name, zone);
	return zone;
}

/** How far a zone's clocks are ahead of UTC at a time, daylight saving included. ms */
function offsetAt(name: string, time: number): number {
	const zone = zoneNamed(name);
	const quarter = Math.floor(time / QUARTER);
	if (zone.quarter === quarter) return zone.offset;
	const at = quarter * QUARTER;
	const parts = Object.fromEntries(
		zone.format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
	);
	const wall = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute);
	zone.quarter = quarter;
	zone.offset = wall - at;
	return zone.offset;
}

/** Whether there is a time zone of this name (IANA, for example `Europe/Berlin`). */
export function isTimeZone(name: string): boolean {
	try {
		zoneNamed(name);
		return true;
	} catch {
		return false;
	}
}

const minuteAt = (zone: string, time: number) =>
	(Math.floor((time + offsetAt(zone, time)) / MINUTE) % DAY_IN_MINUTES) as number;

const clock = (minute: number) =>
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

const isWithin = (minute: number, { from, to }: Hours) =>
	from < to ? minute >= from && minute < to : minute >= from || minute < to;

/** All other hours of the day. */
export const otherHours = ({ from, to }: Hours): Hours => ({ from: to % DAY_IN_MINUTES, to: from });

/**
 * Whether it is one of these hours where the customer is: in any zone that the customer can be in. An unknown time
 * counts as one of them, so that nothing goes out at an hour that nobody knows.
 */
export function isAtHours(localTime: string, hours: Hours): boolean {
	if (localTime === UNKNOWN) return true;
	return localTime.split(', ').some((time) => {
		const [hour, minute] = time.split(':').map(Number);
		return isWithin(hour! * 60 + minute!, hours);
	});
}

/** The first time after `from` at which a zone's clocks were moved, up to `to`. */
function changeOfClocks(zone: string, from: number, to: number): number {
	let [before, after] = [Math.floor(from / QUARTER), Math.ceil(to / QUARTER)];
	const offset = offsetAt(zone, from);
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (offsetAt(zone, middle * QUARTER) === offset) before = middle;
		else after = middle;
	}
	return after * QUARTER;
}

/** When the hours end in one zone, being one of them at `time`. */
function endInZone(zone: string, time: number, hours: Hours): number {
	const start = Math.floor(time / MINUTE) * MINUTE;
	const left = (hours.to - minuteAt(zone, time) + DAY_IN_MINUTES) % DAY_IN_MINUTES;
	const end = start + left * MINUTE;
	if (offsetAt(zone, end) === offsetAt(zone, time)) return end;
	const change = changeOfClocks(zone, time, end);
	return isWithin(minuteAt(zone, change), hours) ? endInZone(zone, change, hours) : change;
}

/**
 * When it is none of these hours any more in any zone; `undefined` where the zones are unknown, or where it is always
 * one of them somewhere. Right across midnight and when clocks are moved. Epoch ms
 */
export function endOfHours(timeZones: readonly string[], now: number, hours: Hours): number | undefined {
	let time = now;
	while (timeZones.length > 0 && time - now < LONGEST) {
		const within = timeZones.filter((zone) => isWithin(minuteAt(zone, time), hours));
		if (within.length === 0) return time;
		time = Math.max(...within.map((zone) => endInZone(zone, time, hours)));
	}
	return undefined;
}
