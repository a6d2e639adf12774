import { countWithin } from './compare';
import { dateOf, isAmong, weekdayOf } from './days';
import type { FactValues, MomentFacts } from './fact-catalogue';
import { endOfDays } from './end-of-days';
import { endOfHours } from './end-of-hours';
import { otherHours } from './local-time';
import type { Condition } from './rule';
import { zonesIn } from './time-zones';
import type { Hours } from './values';
import { readCap, readHours } from './values';

type Facts = FactValues & MomentFacts;
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
export function endOfCondition(condition: Condition, facts: Facts): number | undefined {
	return ENDS[condition.operator]!(condition, facts);
}
