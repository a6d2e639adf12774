import { DAY, MINUTE, oncePer } from '../base';
import type { MomentFacts } from './fact-catalogue';
import { DAY_IN_MINUTES } from './values';

/** Zones change their offset only at a quarter of an hour. ms */
export const QUARTER = 15 * MINUTE;

/** The value of a time zone, or a local time, that isn't known. */
export const UNKNOWN = 'unknown';

/** Of so many days at most, a zone remembers its offset. */
const DAYS_REMEMBERED = 1_000;

interface Zone {
	format: Intl.DateTimeFormat;
	/** The offset on days, counted from 1970-01-01 in UTC; `undefined` on those on which clocks are moved. ms */
	days: Map<number, number | undefined>;
}

const zoneNamed = oncePer((timeZone): Zone => {
	const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
	const style = { ...fields, minute: 'numeric', hourCycle: 'h23', calendar: 'gregory' } as const;
	return { format: new Intl.DateTimeFormat('en-US', { ...style, timeZone }), days: new Map() };
});

function lookUp({ format }: Zone, time: number): number {
	const at = Math.floor(time / QUARTER) * QUARTER;
	const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
	return Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute) - at;
}

/** How far a zone's clocks are ahead of UTC at a time, daylight saving included. ms */
export function offsetAt(name: string, time: number): number {
	const zone = zoneNamed(name);
	const day = Math.floor(time / DAY);
	if (!zone.days.has(day)) {
		const [before, after] = [lookUp(zone, day * DAY), lookUp(zone, (day + 1) * DAY)];
		if (zone.days.size === DAYS_REMEMBERED) zone.days.clear();
		zone.days.set(day, before === after ? before : undefined);
	}
	return zone.days.get(day) ?? lookUp(zone, time);
}

/** The minute of the day that a zone's clocks show at a time. */
export const minuteAt = (zone: string, time: number): number =>
	Math.floor((time + offsetAt(zone, time)) / MINUTE) % DAY_IN_MINUTES;

/** The day that a zone's calendars show at a time, counted from 1970-01-01. */
export const dayAt = (zone: string, time: number): number =>
	Math.floor((time + offsetAt(zone, time)) / MINUTE / DAY_IN_MINUTES);

/** Whether a time zone of this name exists (IANA, for example `Europe/Berlin`). */
export function isTimeZone(name: string): boolean {
	try {
		zoneNamed(name);
		return true;
	} catch {
		return false;
	}
}

/** The time zones that the fact `timeZones` names. */
export function zonesIn({ timeZones }: Pick<MomentFacts, 'timeZones'>): string[] {
	return timeZones === UNKNOWN ? [] : timeZones.split(', ');
}

/** Time zones, as the fact `timeZones` names them. */
export function writeZones(timeZones: readonly string[]): string {
	return timeZones.join(', ') || UNKNOWN;
}
