import { isOnDays, isOnOtherDays, isAtHours, otherHours } from './local-moment';
import type { OperatorName } from './operator-catalogue';
import type { Cap, Hours } from './values';
import { readCap, readHours } from './values';

type Compare = (fact: unknown, value: unknown) => boolean;

const compareNumbers =
	(compare: (fact: number, value: number) => boolean): Compare =>
	(fact, value) =>
		compare(fact as number, value as number);

const compareHours =
	(hoursMeant: (hours: Hours) => Hours): Compare =>
	(fact, value) =>
		isAtHours(fact as string, hoursMeant(readHours(value)!));

/** How many of some occurrences lie within the period of a cap. */
export const countWithin = (occurrences: number[], { within }: Pick<Cap, 'within'>) =>
	occurrences.filter((ago) => ago < within).length;

/** The operators that json-rules-engine has to be told of. */
export const OWN_OPERATORS = {
	before: compareNumbers((fact, value) => fact > 0 && fact < value),
	after: compareNumbers((fact, value) => fact > value),
	withinHours: compareHours((hours) => hours),
	outsideHours: compareHours(otherHours),
	onDays: (fact, value) => isOnDays(fact as string, value as string),
	notOnDays: (fact, value) => isOnOtherDays(fact as string, value as string),
	reaches: (fact, value) => {
		const cap = readCap(value)!;
		return countWithin(fact as number[], cap) >= cap.count;
	},
} as const satisfies Partial<Record<OperatorName, Compare>>;

/** What each operator says of a fact and a compared value, as json-rules-engine says it. */
export const COMPARE: Readonly<Record<OperatorName, Compare>> = {
	equal: (fact, value) => fact === value,
	notEqual: (fact, value) => fact !== value,
	in: (fact, value) => (value as unknown[]).includes(fact),
	notIn: (fact, value) => !(value as unknown[]).includes(fact),
	lessThan: compareNumbers((fact, value) => fact < value),
	lessThanInclusive: compareNumbers((fact, value) => fact <= value),
	greaterThan: compareNumbers((fact, value) => fact > value),
	greaterThanInclusive: compareNumbers((fact, value) => fact >= value),
	...OWN_OPERATORS,
};
