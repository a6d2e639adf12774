import { conditionHolds, prepared, singleConditions } from './conditions';
import type { FactCatalogue, FactValues } from './fact-catalogue';
import type { Implication } from './implication';
import type { Problem } from './problem';
import { warning } from './problem';
import type { Conditions, Rule } from './rule';
import { rulesInOrder } from './rule';
import { situationsOf } from './situations';

/** What is needed to check rules without errors as a whole. */
export interface Reach {
	catalogue: FactCatalogue;
	/** Which situations don't occur. */
	implications: readonly Implication[];
	/** What happens if no rule fires, for example `the book stays here`. */
	whenNoneFires: string;
}

function worthTelling(facts: FactValues, rules: readonly Rule[], catalogue: FactCatalogue): string {
	const asked = new Set(
		rules.flatMap(({ conditions }) => singleConditions(conditions)).map(({ fact }) => fact),
	);
	return Object.keys(catalogue)
		.filter((name) => asked.has(name))
		.map((name) => `${name} is ${JSON.stringify(facts[name])}`)
		.join(', ');
}

/** Whether prepared conditions hold. Each compares a value once: situations share their values. */
function remembering(conditions: Conditions): (facts: FactValues) => boolean {
	if ('all' in conditions || 'any' in conditions) {
		const isAll = 'all' in conditions;
		const parts = (isAll ? conditions.all : conditions.any).map(remembering);
		return (facts) => (isAll ? parts.every((holds) => holds(facts)) : parts.some((holds) => holds(facts)));
	}
	if ('not' in conditions) {
		const holds = remembering(conditions.not);
		return (facts) => !holds(facts);
	}
	const answers = new Map<unknown, boolean>();
	return (facts) => {
		const value = facts[conditions.fact];
		const known = answers.get(value);
		if (known !== undefined) return known;
		const answer = conditionHolds(conditions, facts);
		answers.set(value, answer);
		return answer;
	};
}

/**
 * Looks through rules, of which the first that fits fires, as a whole: finds rules that can never fire, because
 * earlier ones always fire first or because their conditions contradict each other, and situations in which no rule
 * fires. Rules that are turned off don't count.
 */
export function problemsOfReach(
	document: readonly Rule[],
	{ catalogue, implications, whenNoneFires }: Reach,
): Problem[] {
	const rules = rulesInOrder(document);
	if (rules.length === 0) return [warning('rules', `Every rule is turned off, so ${whenNoneFires}.`)];
	const hold = rules.map((rule) => remembering(prepared(rule.conditions, catalogue)));
	const { facts: situations, complete } = situationsOf(rules, catalogue, implications);
	const fired = new Set<number>();
	const fits = new Set<number>();
	let gap: FactValues | undefined;
	for (const facts of situations()) {
		const first = hold.findIndex((holds) => holds(facts));
		if (first === -1) gap ??= facts;
		else fired.add(first);
		hold.forEach((holds, index) => {
			if (index > first && first !== -1 && !fits.has(index) && holds(facts)) fits.add(index);
		});
	}
	const unreachable = rules.flatMap((rule, index): Problem[] => {
		if (fired.has(index) || !complete) return [];
		const why = fits.has(index)
			? 'whenever its conditions hold, an earlier rule fires first'
			: 'its conditions contradict each other';
		return [warning(`rules[${document.indexOf(rule)}]`, `The rule "${rule.name}" can never fire: ${why}.`)];
	});
	if (!gap) return unreachable;
	const situation = worthTelling(gap, rules, catalogue);
	const message = `In some situations no rule fires, so ${whenNoneFires}, for example when ${situation}. Add a last rule that covers all remaining situations.`;
	return [...unreachable, warning('rules', message)];
}
