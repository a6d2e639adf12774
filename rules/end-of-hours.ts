import { MINUTE } from '../base';
import { isWithin } from './local-time';
import { minuteAt, offsetAt, QUARTER } from './time-zones';
import type { Hours } from './values';
import { DAY_IN_MINUTES } from './values';

/** No hours last longer than this, in any number of zones. ms */
const LONGEST = 3 * DAY_IN_MINUTES * MINUTE;

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

/** When the hours end in one zone, if `time` is one of them. */
function endInZone(zone: string, time: number, hours: Hours): number {
	const minute = Math.floor(time / MINUTE) * MINUTE;
	const left = (hours.to - minuteAt(zone, time) + DAY_IN_MINUTES) % DAY_IN_MINUTES;
	const end = minute + left * MINUTE;
	if (offsetAt(zone, end) === offsetAt(zone, time)) return end;
	const change = changeOfClocks(zone, time, end);
	return isWithin(minuteAt(zone, change), hours) ? endInZone(zone, change, hours) : change;
}

/**
 * When these hours are over in every zone; `undefined` if the zones are unknown, or if it's always one of the hours
 * in some zone. Right across midnight and when clocks are moved. Epoch ms
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
