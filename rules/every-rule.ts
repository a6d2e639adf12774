import { compileRules } from './compile-rules';
import { prepared } from './conditions';
import type { FactCatalogue, FactValues } from './fact-catalogue';
import { mightHold } from './might-hold';
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
	const mightFire = on.map(({ conditions }) => mightHold(prepared(conditions, catalogue)));
	return async (facts) => {
		// Most facts fit no rule, and a run costs much more than a look.
		const worthAsking = mightFire.map((might) => might(facts));
		if (!worthAsking.includes(true)) return [];
		const { fired } = await run(facts, (index) => worthAsking[index]!);
		return fired.map(({ name }) => byName.get(name)!);
	};
}
