import { conditionHolds } from '../../rules/conditions';
import type { Condition, Conditions } from '../policies/policy';

/** More alternatives than this are not worth looking at one by one. */
const MOST_ALTERNATIVES = 64;

const pins = ({ operator }: Condition) => operator === 'equal' || operator === 'in';

/**
 * What must be so for conditions to hold, as far as it says which values a fact has: alternatives, each of single
 * conditions that hold together.
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
	return [pins(conditions) ? [conditions] : []];
}

/** A quick look that tells whether conditions can hold at all: where it says no, there is no need to ask the rules. */
export function canHold(conditions: Conditions): (facts: Readonly<Record<string, unknown>>) => boolean {
	const alternatives = alternativesOf(conditions);
	return (facts) => alternatives.some((pinned) => pinned.every((one) => conditionHolds(one, facts)));
}
