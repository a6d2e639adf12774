import { oneOf } from '../base';
import { singleConditions } from './conditions';
import type { FactValues } from './fact-catalogue';
import type { Possible } from './possible';
import type { FoundProblem } from './problem';
import { warning } from './problem';
import type { Rule } from './rule';
import { rulesInOrder } from './rule';
import { situationsOf } from './situations';

/** After so many situations, rules that were in none of them aren't named. */
const MOST_SITUATIONS = 200_000;

/** What is needed to check rules without errors as a whole. */
export interface Reach extends Possible {
	/** What happens if no rule fires, for example `the book stays here`. */
	whenNoneFires: string;
	/** The rules as they're asked, if there are others among those of the document. */
	asked?: readonly Rule[];
}

function worthTelling(facts: FactValues, rules: readonly Rule[], { catalogue }: Possible): string {
	const asked = new Set(
		rules.flatMap(({ conditions }) => singleConditions(conditions)).map(({ fact }) => fact),
	);
	return Object.keys(catalogue)
		.filter((name) => asked.has(name))
		.map((name) => `${name} is ${facts[name] === null ? 'missing' : JSON.stringify(facts[name])}`)
		.join(', ');
}

/** Whether the conditions of a rule hold in some situation. */
function canHold({ conditions }: Rule, possible: Possible): boolean {
	for (const { first } of situationsOf([[conditions]], possible).all()) if (first[0] === 0) return true;
	return false;
}

/** So many rules that fire before another one are named. */
const TOLD = 3;

/** The rules that fire if the conditions of another one hold. */
function firingBefore(rule: Rule, rules: readonly Rule[], possible: Possible): string {
	const found = new Set<number>();
	let looked = 0;
	const lists = [rules.map(({ conditions }) => conditions), [rule.conditions]];
	for (const { first } of situationsOf(lists, possible).all()) {
		if (first[1] === 0) found.add(first[0]!);
		looked += 1;
		if (looked === MOST_SITUATIONS) break;
	}
	const names = [...found].sort((one, other) => one - other).map((index) => rules[index]!.name);
	return oneOf(names.length > TOLD ? [...names.slice(0, TOLD), 'another'] : names);
}

/**
 * Looks through rules, of which the first that fits fires, as a whole: finds rules that can never fire, because
 * earlier ones always fire first or because their conditions contradict each other, and situations in which no rule
 * fires. Rules that are turned off don't count.
 */
export function problemsOfReach(
	document: readonly Rule[],
	{ whenNoneFires, asked: rules = rulesInOrder(document), ...possible }: Reach,
): FoundProblem[] {
	if (rules.length === 0) return [warning(['rules'], `Every rule is turned off, so ${whenNoneFires}.`)];
	const fired = new Set<number>();
	let [gap, looked]: [FactValues | undefined, number] = [undefined, 0];
	for (const { first, facts } of situationsOf([rules.map(({ conditions }) => conditions)], possible).all()) {
		fired.add(first[0]!);
		if (first[0] === -1) gap ??= facts;
		looked += 1;
		if (looked === MOST_SITUATIONS) break;
	}
	const unreachable = rules.flatMap((rule, index): FoundProblem[] => {
		if (fired.has(index) || looked === MOST_SITUATIONS || !document.includes(rule)) return [];
		const why = canHold(rule, possible)
			? `whenever its conditions hold, an earlier rule fires first (${firingBefore(rule, rules, possible)})`
			: 'its conditions contradict each other';
		return [warning(['rules', document.indexOf(rule)], `The rule "${rule.name}" can never fire: ${why}.`)];
	});
	if (!gap) return unreachable;
	const situation = worthTelling(gap, rules, possible);
	const message = `In some situations no rule fires, so ${whenNoneFires}, for example when ${situation}. Add a last rule that covers all remaining situations.`;
	return [...unreachable, warning(['rules'], message)];
}
