import type { Facts } from './facts';
import type { Condition, Conditions } from './policy';

type Compare = (fact: unknown, value: unknown) => boolean;

/** The operators of json-rules-engine that policies use, for facts of the catalogue, which are never missing. */
const COMPARE: Readonly<Record<string, Compare>> = {
	equal: (fact, value) => fact === value,
	notEqual: (fact, value) => fact !== value,
	in: (fact, value) => (value as unknown[]).includes(fact),
	notIn: (fact, value) => !(value as unknown[]).includes(fact),
	lessThan: (fact, value) => (fact as number) < (value as number),
	lessThanInclusive: (fact, value) => (fact as number) <= (value as number),
	greaterThan: (fact, value) => (fact as number) > (value as number),
	greaterThanInclusive: (fact, value) => (fact as number) >= (value as number),
};

function holds({ fact, operator, value }: Condition, facts: Facts): boolean {
	return COMPARE[operator]!(facts[fact as keyof Facts], value);
}

/** Whether conditions hold for some facts. For looking through a policy as a whole; decisions run in json-rules-engine. */
export function conditionsHold(conditions: Conditions, facts: Facts): boolean {
	if ('all' in conditions) return conditions.all.every((part) => conditionsHold(part, facts));
	if ('any' in conditions) return conditions.any.some((part) => conditionsHold(part, facts));
	if ('not' in conditions) return !conditionsHold(conditions.not, facts);
	return holds(conditions, facts);
}

/** Every single condition, however deep it is nested. */
export function singleConditions(conditions: Conditions): Condition[] {
	if ('all' in conditions) return conditions.all.flatMap(singleConditions);
	if ('any' in conditions) return conditions.any.flatMap(singleConditions);
	if ('not' in conditions) return singleConditions(conditions.not);
	return [conditions];
}
