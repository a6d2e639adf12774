import { conditionHolds } from './conditions';
import type { FactValues } from './fact-catalogue';
import type { Condition, Conditions } from './rule';

/** More alternatives than this aren't worth looking at one by one. */
const MOST_ALTERNATIVES = 64;

/** Whether a condition names the values that the fact must have. */
const namesValues = ({ operator }: Condition) => operator === 'equal' || operator === 'in';

/**
 * What must be true for conditions to hold, as far as they name the values of facts: alternatives, each a list of
 * single conditions that hold together.
 */
function alternativesOf(conditions: Conditions): Condition[][] {
	if ('not' in conditions) return [[]];
	if ('any' in conditions) return conditions.any.flatMap(alternativesOf);
	if ('all' in conditions) {
		return conditions.all.map(alternativesOf).reduce(
			(before, more) => {
				const both = before.flatMap((one) => more.map((other) => [...one, ...other]));
				return both.length > MOST_ALTERNATIVES ? before : both;
			},
			[[]] as Condition[][],
		);
	}
	return [namesValues(conditions) ? [conditions] : []];
}

/**
 * A quick look at prepared conditions that says whether they might hold for some facts. If it says no, they don't, so
 * there is no need to ask json-rules-engine.
 */
export function mightHold(conditions: Conditions): (facts: FactValues) => boolean {
	const alternatives = alternativesOf(conditions);
	return (facts) => alternatives.some((needed) => needed.every((one) => conditionHolds(one, facts)));
}
