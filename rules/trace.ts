import type { RuleResult } from 'json-rules-engine';

/** Why an earlier rule didn't fire: its first condition that failed. */
export interface TraceStep {
	rule: string;
	fact: string;
	operator: string;
	/** What the rule compares with, and what the fact was. */
	expected: unknown;
	actual: unknown;
}

/** A condition as json-rules-engine leaves it after a run, with its result and its parts under all, any, or not. */
interface EvaluatedCondition {
	result?: boolean;
	fact?: string;
	operator?: string;
	value?: unknown;
	factResult?: unknown;
	all?: EvaluatedCondition[];
	any?: EvaluatedCondition[];
	not?: EvaluatedCondition;
}

/**
 * The first condition that kept this one from being `wanted`. Skips a part that wasn't evaluated because another one
 * had already decided.
 */
function firstContrary(condition: EvaluatedCondition, wanted: boolean): EvaluatedCondition | undefined {
	if (condition.result === undefined || condition.result === wanted) return undefined;
	if (condition.not) return firstContrary(condition.not, !wanted);
	const parts = condition.all ?? condition.any;
	if (!parts) return condition;
	return parts.map((part) => firstContrary(part, wanted)).find((found) => found !== undefined);
}

/** Why a rule failed in a run. */
export function traceOf(failed: RuleResult): TraceStep {
	// json-rules-engine leaves results on all conditions but the outermost, which failed with its rule.
	const condition = firstContrary({ ...(failed.conditions as EvaluatedCondition), result: false }, true);
	return {
		rule: failed.name,
		fact: condition?.fact ?? '',
		operator: condition?.operator ?? '',
		expected: condition?.value,
		actual: condition?.factResult,
	};
}
