import type { FactCatalogue } from './fact-catalogue';
import { comparedValue, operatorNamed } from './operator-catalogue';
import type { Condition, Conditions } from './rule';

/** Conditions with each single one changed, however deep it is nested. */
export function withEach(conditions: Conditions, change: (single: Condition) => Conditions): Conditions {
	const each = (part: Conditions) => withEach(part, change);
	if ('all' in conditions) return { all: conditions.all.map(each) };
	if ('any' in conditions) return { any: conditions.any.map(each) };
	if ('not' in conditions) return { not: each(conditions.not) };
	return change(conditions);
}

/** Conditions with their values as the operators compare them: times and durations, however written, as numbers. */
export function prepared(conditions: Conditions, catalogue: FactCatalogue): Conditions {
	return withEach(conditions, ({ fact, operator, value }) => ({
		fact,
		operator,
		value: comparedValue(operator, catalogue[fact]!.type, value),
	}));
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

/** Says a condition with the label of its operator, and its value as it is written. `nameOf`: how a fact is named */
export const asWritten =
	(nameOf: (fact: string) => string) =>
	({ fact, operator, value }: Condition): string =>
		`${nameOf(fact)} ${operatorNamed(operator)!.label} ${[value].flat().join(', ')}`;

/** Conditions as part of a sentence. `say`: how a single one is said */
export function conditionsInWords(conditions: Conditions, say: (single: Condition) => string): string {
	const inWords = (each: Conditions) => conditionsInWords(each, say);
	if ('all' in conditions) return conditions.all.map(inWords).join(' and ');
	if ('any' in conditions) return `(${conditions.any.map(inWords).join(' or ')})`;
	if ('not' in conditions) return `not (${inWords(conditions.not)})`;
	return say(conditions);
}
