import { conditionsHold, prepared, singleConditions } from '../../rules/conditions';
import type { FactName, Facts } from './facts';
import { factCatalogue } from './facts';
import type { PolicyDocument, PolicyRule, Problem } from './policy';
import { rulesInOrder } from './policy';
import { situationsOf } from './situations';

const warning = (path: string, message: string): Problem => ({ path, severity: 'warning', message });

function worthTelling(facts: Facts, rules: PolicyRule[]): string {
	const asked = new Set(
		rules.flatMap(({ conditions }) => singleConditions(conditions)).map(({ fact }) => fact),
	);
	return (Object.keys(factCatalogue) as FactName[])
		.filter((name) => asked.has(name))
		.map((name) => `${name} is ${JSON.stringify(facts[name])}`)
		.join(', ');
}

/**
 * Looks through a policy as a whole: rules that can never fire, as earlier ones always fire first or as their
 * conditions contradict each other, and situations in which no rule fires (such a message is held). Rules that are
 * switched off count for nothing.
 */
export function problemsOfReach(policy: PolicyDocument): Problem[] {
	const rules = rulesInOrder(policy);
	if (rules.length === 0) {
		return [warning('rules', 'Every rule is switched off, so every message is held.')];
	}
	const conditions = rules.map((rule) => prepared(rule.conditions, factCatalogue));
	const { facts: situations, complete } = situationsOf(rules);
	const fired = new Set<number>();
	let gap: Facts | undefined;
	for (const facts of situations()) {
		const first = conditions.findIndex((each) => conditionsHold(each, facts));
		if (first === -1) gap ??= facts;
		else fired.add(first);
	}
	const fitsSomewhere = (index: number) => {
		for (const facts of situations()) if (conditionsHold(conditions[index]!, facts)) return true;
		return false;
	};
	const unreachable = rules.flatMap((rule, index): Problem[] => {
		if (fired.has(index) || !complete) return [];
		const why = fitsSomewhere(index)
			? 'whenever it fits, an earlier rule fires first'
			: 'its conditions contradict each other';
		return [
			warning(`rules[${policy.rules.indexOf(rule)}]`, `The rule "${rule.name}" can never fire: ${why}.`),
		];
	});
	if (!gap) return unreachable;
	const situation = worthTelling(gap, rules);
	const message = `No rule fires, and the message is held, for example when ${situation}. Add a last rule for what is left.`;
	return [...unreachable, warning('rules', message)];
}
