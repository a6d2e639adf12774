import { compileRules } from './compile-rules';
import { prepared } from './conditions';
import { evaluate, holdsFor } from './evaluate';
import type { FactCatalogue, FactValues } from './fact-catalogue';
import type { Rule } from './rule';
import { rulesTurnedOn } from './rule';

/**
 * Prepares a list of rules; all that apply fire.
 * @returns the rules that fire for some facts, in their order
 */
export function everyRule<Each extends Rule>(
	rules: readonly Each[],
	catalogue: FactCatalogue,
): (facts: FactValues) => Promise<Each[]> {
	const on = rulesTurnedOn(rules);
	const { run } = compileRules(on, catalogue, false);
	const byName = new Map(on.map((rule) => [rule.name, rule]));
	const ready = on.map(({ conditions }) => prepared(conditions, catalogue));
	return async (facts) => {
		// Most facts fit no rule, and a run costs much more than a look.
		const holds = holdsFor(facts);
		const worthAsking = ready.map((conditions) => evaluate(conditions, holds));
		if (!worthAsking.includes(true)) return [];
		const { fired } = await run(facts, (index) => worthAsking[index] === true);
		return fired.map(({ name }) => byName.get(name)!);
	};
}
