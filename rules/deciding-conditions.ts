import { conditionHolds } from './conditions';
import type { FactValues } from './fact-catalogue';
import type { Condition, Conditions } from './rule';

type MayChange = (condition: Condition) => boolean;

/** Whether prepared conditions hold; undefined if that depends on those that may change. */
function holdsFor(conditions: Conditions, facts: FactValues, mayChange: MayChange): boolean | undefined {
	if ('all' in conditions) {
		const parts = conditions.all.map((part) => holdsFor(part, facts, mayChange));
		return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
	}
	if ('any' in conditions) {
		const parts = conditions.any.map((part) => holdsFor(part, facts, mayChange));
		return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
	}
	if ('not' in conditions) {
		const part = holdsFor(conditions.not, facts, mayChange);
		return part === undefined ? undefined : !part;
	}
	return mayChange(conditions) ? undefined : conditionHolds(conditions, facts);
}

/**
 * Of the single conditions that may change, those that decide whether prepared conditions hold for some facts. There are
 * none if the other conditions decide that alone.
 */
export function decidingConditions(
	conditions: Conditions,
	facts: FactValues,
	mayChange: MayChange,
): Condition[] {
	if (holdsFor(conditions, facts, mayChange) !== undefined) return [];
	if ('all' in conditions) {
		return conditions.all.flatMap((part) => decidingConditions(part, facts, mayChange));
	}
	if ('any' in conditions) {
		return conditions.any.flatMap((part) => decidingConditions(part, facts, mayChange));
	}
	if ('not' in conditions) return decidingConditions(conditions.not, facts, mayChange);
	return [conditions];
}
