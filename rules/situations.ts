import { prepared, singleConditions } from './conditions';
import type { FactCatalogue, FactValues } from './fact-catalogue';
import type { Implication } from './implication';
import { claimsOf, isPossible } from './implication';
import type { Condition, Rule } from './rule';
import { tellingValues } from './telling-values';

/** If there are more situations than this, only so many of them are looked at. */
const MOST_SITUATIONS = 200_000;

/** If conditions would be asked more often than this in all situations, fewer of them are looked at. */
const MOST_QUESTIONS = 10_000_000;

/** The situations that some rules tell apart. */
export interface Situations {
	facts(): Iterable<FactValues>;
	/** Whether these are all of them. */
	complete: boolean;
}

/** What the rules ask of each fact. */
function conditionsByFact(rules: readonly Rule[], catalogue: FactCatalogue): Map<string, Condition[]> {
	const asked = new Map<string, Condition[]>(Object.keys(catalogue).map((name) => [name, []]));
	for (const { conditions } of rules) {
		for (const condition of singleConditions(prepared(conditions, catalogue)))
			asked.get(condition.fact)!.push(condition);
	}
	return asked;
}

/**
 * All possible combinations of the values that make a difference to some rules; many of them if there are too many.
 * @param implications which combinations don't occur
 */
export function situationsOf(
	rules: readonly Rule[],
	catalogue: FactCatalogue,
	implications: readonly Implication[],
): Situations {
	const conditionsOn = conditionsByFact(rules, catalogue);
	const claims = claimsOf(implications);
	const domains = [...conditionsOn].map(([name, conditions]) => {
		const ofFact = claims.filter(({ fact }) => fact === name);
		return [name, tellingValues(name, catalogue[name]!, conditions, ofFact)] as const;
	});
	const isAsked = (fact: string) => conditionsOn.get(fact)!.length > 0;
	const count = domains.reduce((product, [, values]) => product * values.length, 1);
	const questions = [...conditionsOn.values()].reduce((sum, { length }) => sum + length, 0);
	const step = Math.max(1, count / MOST_SITUATIONS, (count * questions) / MOST_QUESTIONS);

	const varying = domains.filter(([, values]) => values.length > 1);
	const fixed = Object.fromEntries(domains.map(([name, values]) => [name, values[0]]));

	function situation(index: number): FactValues {
		const facts: Record<string, unknown> = { ...fixed };
		let rest = index;
		for (const [name, values] of varying) {
			facts[name] = values[rest % values.length];
			rest = Math.floor(rest / values.length);
		}
		return facts;
	}

	return {
		complete: step === 1,
		*facts() {
			for (let index = 0; index < count; index += step) {
				const facts = situation(Math.floor(index));
				if (isPossible(facts, implications, isAsked)) yield facts;
			}
		},
	};
}
