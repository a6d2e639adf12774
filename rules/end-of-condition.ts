import type { Facts } from '../engine/policies/facts';
import { zonesIn } from '../engine/policies/facts';
import { endOfHours, otherHours } from './local-time';
import { countWithin } from './operators';
import type { Condition } from '../engine/policies/policy';
import type { Hours } from './values';
import { readCap, readHours } from './values';

type End = (condition: Condition, facts: Facts) => number | undefined;

const endOf =
	(hoursMeant: (hours: Hours) => Hours): End =>
	({ value }, facts) =>
		endOfHours(zonesIn(facts), facts.now, hoursMeant(readHours(value)!));

/** When so many of the sends have left the time of the cap that one more is below it. */
const endOfCap: End = ({ fact, value }, facts) => {
	const cap = readCap(value)!;
	const sends = facts[fact as 'messagesSent'];
	if (countWithin(sends, cap) < cap.count) return undefined;
	return facts.now + cap.within - sends[cap.count - 1]!;
};

/** The operators whose conditions end by themselves, as time goes by, and when. */
const ENDS: Readonly<Record<string, End>> = {
	before: ({ value }) => value as number,
	withinHours: endOf((hours) => hours),
	outsideHours: endOf(otherHours),
	reaches: endOfCap,
};

/** Whether a condition that holds ends by itself, without any message or event. */
export function endsByItself({ fact, operator }: Condition): boolean {
	return Object.hasOwn(ENDS, operator) && (operator !== 'before' || fact === 'now');
}

/** When a condition that holds and ends by itself does; `undefined` where that is not known. Epoch ms */
export function endOfCondition(condition: Condition, facts: Facts): number | undefined {
	return ENDS[condition.operator]!(condition, facts);
}
