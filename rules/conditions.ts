import type { FactCatalogue } from './fact-type';
import type { OperatorName } from './operators';
import { COMPARE, comparedValue } from './operators';
import type { Condition, Conditions } from '../engine/policies/policy';

/** Whether a single condition holds for some facts; its value is as `prepared` gives it. */
export function conditionHolds(
	{ fact, operator, value }: Condition,
	facts: Readonly<Record<string, unknown>>,
): boolean {
	return COMPARE[operator as OperatorName](facts[fact], value);
}

/** Whether conditions hold for some facts. For looking through a policy as a whole; decisions run in json-rules-engine. */
export function conditionsHold(conditions: Conditions, facts: Readonly<Record<string, unknown>>): boolean {
	if ('all' in conditions) return conditions.all.every((part) => conditionsHold(part, facts));
	if ('any' in conditions) return conditions.any.some((part) => conditionsHold(part, facts));
	if ('not' in conditions) return !conditionsHold(conditions.not, facts);
	return conditionHolds(conditions, facts);
}

/** Conditions with their values as the operators compare them: times and durations, however written, as numbers. */
export function prepared(conditions: Conditions, catalogue: FactCatalogue): Conditions {
	if ('all' in conditions) return { all: conditions.all.map((part) => prepared(part, catalogue)) };
	if ('any' in conditions) return { any: conditions.any.map((part) => prepared(part, catalogue)) };
	if ('not' in conditions) return { not: prepared(conditions.not, catalogue) };
	const { fact, operator, value } = conditions;
	return { fact, operator, value: comparedValue(operator, catalogue[fact]!.type, value) };
}

/** Every single condition, however deep it is nested. */
export function singleConditions(conditions: Conditions): Condition[] {
	if ('all' in conditions) return conditions.all.flatMap(singleConditions);
	if ('any' in conditions) return conditions.any.flatMap(singleConditions);
	if ('not' in conditions) return singleConditions(conditions.not);
	return [conditions];
}

/** The single conditions that help conditions to hold by holding themselves: all that stand under no `not`. */
export function plainConditions(conditions: Conditions): Condition[] {
	if ('all' in conditions) return conditions.all.flatMap(plainConditions);
	if ('any' in conditions) return conditions.any.flatMap(plainConditions);
	return 'not' in conditions ? [] : [conditions];
}
