import { prepared, singleConditions } from './conditions';
import type { Holds } from './evaluate';
import { conditionHolds, evaluate } from './evaluate';
import type { FactCatalogue, FactValues } from './fact-catalogue';
import type { Implication } from './implication';
import type { Problem } from './problem';
import { warning } from './problem';
import type { Condition, Rule } from './rule';
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

/** What single conditions say of the facts of situations. Each compares a value once: situations share their values. */
function remembering(): (facts: FactValues) => Holds {
	const answers = new Map<Condition, Map<unknown, boolean>>();
	return (facts) => (condition) => {
		let known = answers.get(condition);
		if (!known) answers.set(condition, (known = new Map()));
		const value = facts[condition.fact];
		let answer = known.get(value);
		if (answer === undefined) known.set(value, (answer = conditionHolds(condition, facts)));
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
	const ready = rules.map(({ conditions }) => prepared(conditions, catalogue));
	const holdsFor = remembering();
	const { facts: situations, complete } = situationsOf(rules, catalogue, implications);
	const fired = new Set<number>();
	const fits = new Set<number>();
	let gap: FactValues | undefined;
	for (const facts of situations()) {
		const holds = holdsFor(facts);
		const first = ready.findIndex((conditions) => evaluate(conditions, holds));
		if (first === -1) gap ??= facts;
		else fired.add(first);
		ready.forEach((conditions, index) => {
			if (index > first && first !== -1 && !fits.has(index) && evaluate(conditions, holds)) fits.add(index);
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
