import { COMPARE } from './compare';
import type { FactCatalogue, FactValues } from './fact-catalogue';
import type { OperatorName } from './operator-catalogue';
import { comparedValue } from './operator-catalogue';
import type { Condition, Conditions } from './rule';

/** Whether a single condition holds for some facts. Its value is as `prepared` returns it. */
export function conditionHolds({ fact, operator, value }: Condition, facts: FactValues): boolean {
	return COMPARE[operator as OperatorName](facts[fact], value);
}

/**
 * Whether prepared conditions hold for some facts, as json-rules-engine would say. That is what decides; this is for
 * looking through many situations at once, and for finding out early that a rule can't fire.
 */
export function conditionsHold(conditions: Conditions, facts: FactValues): boolean {
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

/** The single conditions that help conditions to hold by holding themselves: those that aren't under a `not`. */
export function plainConditions(conditions: Conditions): Condition[] {
	if ('all' in conditions) return conditions.all.flatMap(plainConditions);
	if ('any' in conditions) return conditions.any.flatMap(plainConditions);
	return 'not' in conditions ? [] : [conditions];
}
