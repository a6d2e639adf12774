import type { Conditions } from '../../rules';
import { rulesInOrder, singleConditions } from '../../rules';
import { catalogueOf } from './own-facts';
import type { PolicyDocument, PolicyRule } from './policy';

/** The rule of messages that lack a fact on which their decision depends. */
const FACT_MISSING = 'fact-missing';
const APART = '\0';

/** The name of a rule as decisions have it. */
export const shownName = (rule: string): string => rule.split(APART, 1)[0]!;

/** Whether a rule isn't one of the document's. */
export const isForMissing = (rule: string): boolean => rule.startsWith(`${FACT_MISSING}${APART}`);

/** Conditions that hold if these do for some value of what is missing; or, if not `possibly`, for every value. */
function ifMissing(conditions: Conditions, optional: ReadonlySet<string>, possibly: boolean): Conditions {
	const each = (part: Conditions) => ifMissing(part, optional, possibly);
	if ('all' in conditions) return { all: conditions.all.map(each) };
	if ('any' in conditions) return { any: conditions.any.map(each) };
	if ('not' in conditions) return { not: ifMissing(conditions.not, optional, !possibly) };
	if (!optional.has(conditions.fact)) return conditions;
	const missing = isMissing(conditions.fact);
	return possibly ? { any: [missing, conditions] } : { all: [{ not: missing }, conditions] };
}

const isMissing = (fact: string): Conditions => ({ fact, operator: 'in', value: [null] });

/**
 * The rules of a policy in the order in which they're asked. Before each rule that asks for facts that a message may lack
 * comes one for each of them: it holds the message if what the rule says depends on the fact.
 */
export function askedRules(policy: Pick<PolicyDocument, 'rules' | 'facts'>): PolicyRule[] {
	const catalogue = catalogueOf(policy);
	const optional = new Set(Object.keys(policy.facts ?? {}).filter((name) => catalogue[name]!.optional));
	const rules = rulesInOrder(policy.rules);
	if (optional.size === 0) return rules;
	return rules.flatMap((rule) => {
		const { name, conditions, priority } = rule;
		const asked = new Set(singleConditions(conditions).map(({ fact }) => fact));
		const before = [...asked].filter((fact) => optional.has(fact));
		const dependsOnIt = [
			ifMissing(conditions, optional, true),
			{ not: ifMissing(conditions, optional, false) },
		];
		return [
			...before.map((fact): PolicyRule => ({
				name: [FACT_MISSING, fact, name].join(APART),
				conditions: { all: [isMissing(fact), ...dependsOnIt] },
				priority,
				event: {
					type: 'hold',
					params: {
						reason: `The rule ${name} asks for ${catalogue[fact]!.label} (${fact}), which this message doesn't say. Add it to the facts of the message, or choose in the policy what it is if it's missing.`,
					},
				},
			})),
			rule,
		];
	});
}
