import { COMPARE } from './compare';
import { prepared } from './conditions';
import type { FactCatalogue, FactValues } from './fact-catalogue';
import type { OperatorName } from './operator-catalogue';
import type { Condition, Conditions, Rule } from './rule';
import { rulesInOrder } from './rule';
import type { TraceStep } from './trace';

/** Whether a single condition holds; `undefined` if that isn't known. */
export type Holds = (condition: Condition) => boolean | undefined;

/** Whether a single condition holds for some facts. Its value is as `prepared` returns it. */
export function conditionHolds({ fact, operator, value }: Condition, facts: FactValues): boolean {
	return COMPARE[operator as OperatorName](facts[fact], value);
}

/** What single conditions say of facts that are all known. */
export const holdsFor =
	(facts: FactValues): Holds =>
	(condition) =>
		conditionHolds(condition, facts);

/**
 * Whether prepared conditions hold; `undefined` if that depends on single ones of which it isn't known. If all are known,
 * this is what json-rules-engine says, which decides about messages. This is for everything else: looking through many
 * situations, seeing early that a rule can't fire, and asking what a decision depended on.
 */
export function evaluate(conditions: Conditions, holds: Holds): boolean | undefined {
	if ('not' in conditions) {
		const part = evaluate(conditions.not, holds);
		return part === undefined ? undefined : !part;
	}
	const isAll = 'all' in conditions;
	if (!isAll && !('any' in conditions)) return holds(conditions);
	let answer: boolean | undefined = isAll;
	for (const part of isAll ? conditions.all : conditions.any) {
		const one = evaluate(part, holds);
		if (one === !isAll) return one;
		if (one === undefined) answer = undefined;
	}
	return answer;
}

/** Whether prepared conditions hold for facts that are all known. */
export const conditionsHold = (conditions: Conditions, facts: FactValues): boolean =>
	evaluate(conditions, holdsFor(facts)) === true;

const partsOf = (conditions: Conditions): Conditions[] | undefined => {
	if ('all' in conditions) return conditions.all;
	return 'any' in conditions ? conditions.any : undefined;
};

/**
 * Of the single conditions that aren't known, those that decide whether prepared conditions hold. There are none if the
 * others decide that alone.
 */
export function decidingConditions(conditions: Conditions, holds: Holds): Condition[] {
	if (evaluate(conditions, holds) !== undefined) return [];
	if ('not' in conditions) return decidingConditions(conditions.not, holds);
	const parts = partsOf(conditions);
	return parts ? parts.flatMap((part) => decidingConditions(part, holds)) : [conditions as Condition];
}

/** The first single condition that keeps prepared conditions from being `wanted`. */
function firstContrary(conditions: Conditions, holds: Holds, wanted: boolean): Condition | undefined {
	if (evaluate(conditions, holds) === wanted) return undefined;
	if ('not' in conditions) return firstContrary(conditions.not, holds, !wanted);
	const parts = partsOf(conditions);
	if (!parts) return conditions as Condition;
	for (const part of parts) {
		const found = firstContrary(part, holds, wanted);
		if (found) return found;
	}
	return undefined;
}

/** Which rule fires first; or, if that isn't known, a fact that it depends on. */
export type FiredIfKnown<Each extends Rule> = { rule: Each | undefined } | { unknown: string };

/**
 * A list of rules, ready to be asked about facts of which some aren't known: what they say whatever those are. Otherwise
 * nothing is guessed.
 */
export function evaluatorOfKnown<Each extends Rule>(
	rules: readonly Each[],
	catalogue: FactCatalogue,
): (facts: FactValues) => FiredIfKnown<Each> {
	const ordered = rulesInOrder(rules).map((rule) => ({
		rule,
		conditions: prepared(rule.conditions, catalogue),
	}));
	return (facts) => {
		const holds: Holds = (condition) =>
			facts[condition.fact] === undefined ? undefined : conditionHolds(condition, facts);
		for (const { rule, conditions } of ordered) {
			const fires = evaluate(conditions, holds);
			if (fires) return { rule };
			if (fires === undefined) return { unknown: decidingConditions(conditions, holds)[0]!.fact };
		}
		return { rule: undefined };
	};
}

/** The rule that fires first, and why each rule before it didn't. */
export interface Evaluated<Each extends Rule> {
	rule: Each | undefined;
	trace(): TraceStep[];
}

/**
 * A list of rules, ready to be asked about very many facts: says at once what json-rules-engine says, with the same
 * traces. The rules that are turned off don't count.
 */
export function evaluatorOf<Each extends Rule>(
	rules: readonly Each[],
	catalogue: FactCatalogue,
): (facts: FactValues) => Evaluated<Each> {
	const ordered = rulesInOrder(rules).map((rule) => ({
		rule,
		conditions: prepared(rule.conditions, catalogue),
	}));
	return (facts) => {
		const holds = holdsFor(facts);
		const place = ordered.findIndex(({ conditions }) => evaluate(conditions, holds));
		const failed = place === -1 ? ordered : ordered.slice(0, place);
		return {
			rule: ordered[place]?.rule,
			trace: () =>
				failed.map(({ rule, conditions }) => {
					const { fact, operator, value } = firstContrary(conditions, holds, true)!;
					return { rule: rule.name, fact, operator, expected: value, actual: facts[fact] };
				}),
		};
	};
}
