import { plainConditions, prepared } from './conditions';
import { conditionHolds } from './evaluate';
import type { FactCatalogue, FactValues, MomentFacts } from './fact-catalogue';
import type { Condition, Conditions } from './rule';
import { countWithin } from './compare';
import { dateOf, isAmong, weekdayOf } from './days';
import { otherHours, isWithin } from './local-moment';
import { zonesIn, minuteAt, offsetAt, QUARTER, dayAt } from './time-zones';
import type { Hours } from './values';
import { readCap, readHours, DAY_IN_MINUTES } from './values';
import { MINUTE, DAY } from '../base';

type Facts = FactValues & MomentFacts;

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
function endOfHoursIn(zone: string, time: number, hours: Hours): number {
	const minute = Math.floor(time / MINUTE) * MINUTE;
	const left = (hours.to - minuteAt(zone, time) + DAY_IN_MINUTES) % DAY_IN_MINUTES;
	const end = minute + left * MINUTE;
	if (offsetAt(zone, end) === offsetAt(zone, time)) return end;
	const change = changeOfClocks(zone, time, end);
	return isWithin(minuteAt(zone, change), hours) ? endOfHoursIn(zone, change, hours) : change;
}

/**
 * When these hours are over in every zone; `undefined` if the zones are unknown, or if it's always one of the hours
 * in some zone. Right across midnight and when clocks are moved. Epoch ms
 */
function endOfHours(timeZones: readonly string[], now: number, hours: Hours): number | undefined {
	let time = now;
	while (timeZones.length > 0 && time - now < LONGEST) {
		const within = timeZones.filter((zone) => isWithin(minuteAt(zone, time), hours));
		if (within.length === 0) return time;
		time = Math.max(...within.map((zone) => endOfHoursIn(zone, time, hours)));
	}
	return undefined;
}

/** No zone is farther from UTC than this. ms */
const FARTHEST = 15 * 60 * MINUTE;
/** Days that last longer than this have no end that is worth waiting for. A year, and the day after */
const MOST_DAYS = 367;

/** When a day, counted from 1970-01-01, begins in a zone. Epoch ms */
export function beginningOf(day: number, zone: string): number {
	let [before, after] = [(day * DAY - FARTHEST) / QUARTER, (day * DAY + FARTHEST) / QUARTER];
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (dayAt(zone, middle * QUARTER) < day) before = middle;
		else after = middle;
	}
	return after * QUARTER;
}

/** When it's none of the days in a zone any more. */
function endOfDaysIn(zone: string, time: number, counts: (day: number) => boolean): number | undefined {
	const today = dayAt(zone, time);
	let day = today;
	while (counts(day) && day - today < MOST_DAYS) day += 1;
	return counts(day) ? undefined : beginningOf(day, zone);
}

/**
 * When days that count are over in every zone; `undefined` if the zones are unknown, or if that takes more than a year.
 * Epoch ms
 */
function endOfDays(
	timeZones: readonly string[],
	now: number,
	counts: (day: number) => boolean,
): number | undefined {
	let time = now;
	while (timeZones.length > 0 && time - now < MOST_DAYS * DAY) {
		const within = timeZones.filter((zone) => counts(dayAt(zone, time)));
		if (within.length === 0) return time;
		const ends = within.map((zone) => endOfDaysIn(zone, time, counts));
		if (ends.includes(undefined)) return undefined;
		time = Math.max(...(ends as number[]));
	}
	return undefined;
}

type End = (condition: Condition, facts: Facts) => number | undefined;

const endOf =
	(hoursMeant: (hours: Hours) => Hours): End =>
	({ value }, facts) =>
		endOfHours(zonesIn(facts), facts.now, hoursMeant(readHours(value)!));

const endOfDaysThat =
	(counts: (isListed: boolean) => boolean): End =>
	({ value }, facts) => {
		const list = value as string;
		// A list has either weekdays or dates.
		const isListed = (day: number) => isAmong(weekdayOf(day), list) || isAmong(dateOf(day), list);
		return endOfDays(zonesIn(facts), facts.now, (day) => counts(isListed(day)));
	};

/** When enough of the occurrences have left the period of the cap for one more to stay below it. */
const endOfCap: End = ({ fact, value }, facts) => {
	const cap = readCap(value)!;
	const occurrences = facts[fact] as number[];
	if (countWithin(occurrences, cap) < cap.count) return undefined;
	return facts.now + cap.within - occurrences[cap.count - 1]!;
};

/** The operators whose conditions end by themselves as time passes, and when. */
const ENDS: Readonly<Record<string, End>> = {
	before: ({ value }) => value as number,
	withinHours: endOf((hours) => hours),
	outsideHours: endOf(otherHours),
	onDays: endOfDaysThat((isListed) => isListed),
	notOnDays: endOfDaysThat((isListed) => !isListed),
	reaches: endOfCap,
};

const NOW: keyof MomentFacts = 'now';

/** Whether a condition that holds ends as time passes, without anything else happening. */
export function endsByItself({ fact, operator }: Condition): boolean {
	return Object.hasOwn(ENDS, operator) && (operator !== 'before' || fact === NOW);
}

/** When a condition that ends as time passes no longer holds; `undefined` if that isn't known. Epoch ms */
function endOfCondition(condition: Condition, facts: Facts): number | undefined {
	return ENDS[condition.operator]!(condition, facts);
}

/** When to ask the rules again; `undefined` if no time is known. Epoch ms */
export type RetryTime = (facts: Facts) => number | undefined;

/** When the last of the conditions that hold ends. */
function latestEnd(conditions: Condition[], facts: Facts): number | undefined {
	const ends = conditions
		.filter((condition) => conditionHolds(condition, facts))
		.map((condition) => endOfCondition(condition, facts));
	return ends.length === 0 || ends.includes(undefined) ? undefined : Math.max(...(ends as number[]));
}

/** Of a rule's conditions, those on the fact that it names for asking again, if they end by themselves. */
export const endingConditions = (
	fact: string,
	conditions: Conditions,
	catalogue: FactCatalogue,
): Condition[] =>
	plainConditions(prepared(conditions, catalogue)).filter(
		(condition) => condition.fact === fact && endsByItself(condition),
	);

/**
 * When to ask again, by the fact that a rule names for it: the end of the rule's own conditions on that fact if they
 * end by themselves, otherwise the time that the fact is (0: not known).
 */
export function retryTimeOf(fact: string, conditions: Conditions, catalogue: FactCatalogue): RetryTime {
	const ending = endingConditions(fact, conditions, catalogue);
	if (ending.length === 0) return (facts) => (facts[fact] as number) || undefined;
	return (facts) => latestEnd(ending, facts);
}
