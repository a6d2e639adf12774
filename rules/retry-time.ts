import { plainConditions, prepared } from './conditions';
import { endOfCondition, endsByItself } from './end-of-condition';
import { conditionHolds } from './evaluate';
import type { FactCatalogue, FactValues, MomentFacts } from './fact-catalogue';
import type { Condition, Conditions } from './rule';

type Facts = FactValues & MomentFacts;

/** When to ask the rules again; `undefined` if no time is known. Epoch ms */
export type RetryTime = (facts: Facts) => number | undefined;

/** When the last of the conditions that hold ends. */
function latestEnd(conditions: Condition[], facts: Facts): number | undefined {
	const ends = conditions
		.filter((condition) => conditionHolds(condition, facts))
		.map((condition) => endOfCondition(condition, facts));
	return ends.length === 0 || ends.includes(undefined) ? undefined : Math.max(...(ends as number[]));
}

/**
 * When to ask again, by the fact that a rule names for it: the end of the rule's own conditions on that fact if they
 * end by themselves, otherwise the time that the fact is (0: not known).
 */
export function retryTimeOf(fact: string, conditions: Conditions, catalogue: FactCatalogue): RetryTime {
	const ending = plainConditions(prepared(conditions, catalogue)).filter(
		(condition) => condition.fact === fact && endsByItself(condition),
	);
	if (ending.length === 0) return (facts) => (facts[fact] as number) || undefined;
	return (facts) => latestEnd(ending, facts);
}
