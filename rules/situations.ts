import type { Class, Group } from './classes';
import { groupsOf } from './classes';
import { prepared, singleConditions } from './conditions';
import { conditionHolds, decidingConditions, evaluate } from './evaluate';
import type { FactValues } from './fact-catalogue';
import type { Claim, Level, Possible } from './possible';
import { follows, occurrencesAt } from './possible';
import type { Condition, Conditions } from './rule';

/** A situation that some lists of conditions tell from others. */
interface Situation {
	/** Of each list, the place of the first conditions that hold; -1 if none do. */
	first: number[];
	/** The facts that this depends on. */
	decided: FactValues;
	/** All facts that the conditions ask, as they can come together. */
	facts: FactValues;
}

export interface Situations {
	/**
	 * Every situation that is possible: each way in which the lists can come out, at least once for each combination of
	 * facts that leads to it. Facts that make no difference aren't told apart.
	 */
	all(): Generator<Situation>;
	/**
	 * How many possible combinations of what the conditions say of the facts there are; `undefined` if there are more than
	 * so many. It pauses now and then.
	 */
	count(most: number): Generator<void, number | undefined>;
}

/** The classes that were chosen for some groups, and whether they can come together. */
function openCombination(possible: Possible) {
	const { implications = [], nested = [], needs = [], most = {} } = possible;
	const facts: Record<string, unknown> = {};
	const classes = new Map<string, Class>();
	const countsOccurrences = (fact: string) =>
		nested.includes(fact) || needs.some((need) => need.fact === fact);

	function levelsOf(fact: string): Level[] {
		const needed = needs.flatMap(({ of, fact: by, within, least }) =>
			of === fact && by in facts ? [{ within, least: least(facts[by]), most: Infinity }] : [],
		);
		const levels = [...(classes.get(fact)?.levels ?? []), ...needed];
		return levels.map(({ within }) => {
			const same = levels.filter((level) => level.within === within);
			const least = Math.max(...same.map((level) => level.least));
			return { within, least, most: Math.min(...same.map((level) => level.most)) };
		});
	}

	const occurrences = () =>
		occurrencesAt(nested.map((fact) => ({ levels: levelsOf(fact), most: most[fact] ?? Infinity })));

	return {
		/** Whether a class can come together with those that were chosen. If it can, it's chosen until `withdraw`. */
		choose(one: Class): boolean {
			const names = Object.keys(one.facts);
			for (const name of names) {
				facts[name] = one.facts[name];
				classes.set(name, one);
			}
			const isOne = ({ fact }: Claim) => names.includes(fact);
			const own = implications.filter(({ when, then }) => isOne(when) || isOne(then));
			if (follows(facts, own) && (!names.some(countsOccurrences) || occurrences())) return true;
			this.withdraw(one);
			return false;
		},
		withdraw(one: Class): void {
			for (const name of Object.keys(one.facts)) {
				delete facts[name];
				classes.delete(name);
			}
		},
		/** What was chosen for a fact. */
		of: (fact: string) => classes.get(fact),
		/** The facts as they come together: of occurrences that one fact counts and another too, those that do. */
		facts(): FactValues {
			const found = occurrences()!;
			const together = nested.flatMap((fact, place) => (fact in facts ? [[fact, found[place]]] : []));
			return { ...facts, ...(Object.fromEntries(together) as FactValues) };
		},
	};
}

/** The groups that say something about each other, together: any combination of one such part goes with any of another. */
function linked(
	groups: readonly Group[],
	{ implications = [], nested = [], needs = [] }: Possible,
): Group[][] {
	const links = [
		...implications.map(({ when, then }) => [when.fact, then.fact]),
		nested,
		...needs.map(({ fact, of }) => [fact, of]),
	];
	let parts = groups.map((group) => [group]);
	for (const link of links) {
		const isLinked = (part: Group[]) => part.some(({ facts }) => facts.some((fact) => link.includes(fact)));
		const together = parts.filter(isLinked).flat();
		parts = [...parts.filter((part) => !isLinked(part)), ...(together.length > 0 ? [together] : [])];
	}
	return parts;
}

/** Combinations that are counted between two pauses. */
const BETWEEN_PAUSES = 1_000;

/** The situations that lists of conditions tell apart. */
export function situationsOf(lists: ReadonlyArray<readonly Conditions[]>, possible: Possible): Situations {
	const ready = lists.map((list) => list.map((conditions) => prepared(conditions, possible.catalogue)));
	const conditions = ready.flat().flatMap(singleConditions);
	const groups = groupsOf(conditions, possible);
	const groupOf = new Map(groups.flatMap((group) => group.facts.map((fact) => [fact, group] as const)));

	const answers = new Map<Class, Map<Condition, boolean>>();
	function says(one: Class, condition: Condition): boolean {
		const known = answers.get(one) ?? new Map<Condition, boolean>();
		answers.set(one, known);
		const answer = known.get(condition) ?? conditionHolds(condition, one.facts);
		known.set(condition, answer);
		return answer;
	}

	/** Facts for which classes are chosen for the groups that are left, so that all can come together. */
	function completed(
		chosen: ReturnType<typeof openCombination>,
		left: readonly Group[],
	): FactValues | undefined {
		const [group, ...others] = left;
		if (!group) return chosen.facts();
		for (const one of group.classes) {
			if (!chosen.choose(one)) continue;
			const found = completed(chosen, others);
			chosen.withdraw(one);
			if (found) return found;
		}
		return undefined;
	}

	function* look(chosen: ReturnType<typeof openCombination>): Generator<Situation> {
		const holds = (condition: Condition) => {
			const one = chosen.of(condition.fact);
			return one && says(one, condition);
		};
		const first: number[] = [];
		for (const list of ready) {
			const place = list.findIndex((each) => evaluate(each, holds) !== false);
			const [condition] = place === -1 ? [] : decidingConditions(list[place]!, holds);
			if (!condition) {
				first.push(place);
				continue;
			}
			for (const one of groupOf.get(condition.fact)!.classes) {
				if (!chosen.choose(one)) continue;
				yield* look(chosen);
				chosen.withdraw(one);
			}
			return;
		}
		const isChosen = ({ facts: [fact] }: Group) => chosen.of(fact!) !== undefined;
		const asked = groups.filter(isChosen).flatMap((group) => group.facts);
		const left = groups.filter((group) => !isChosen(group));
		const facts = completed(chosen, left);
		if (facts) yield { first, facts, decided: Object.fromEntries(asked.map((fact) => [fact, facts[fact]])) };
	}

	/** The classes of each group by what the conditions say of them. */
	const alike = ({ facts, classes }: Group): Class[][] => {
		const own = conditions.filter(({ fact }) => facts.includes(fact));
		const byAnswers = new Map<string, Class[]>();
		for (const one of classes) {
			const key = own.map((condition) => Number(says(one, condition))).join('');
			byAnswers.set(key, [...(byAnswers.get(key) ?? []), one]);
		}
		return [...byAnswers.values()];
	};

	/** How many combinations of some groups there are; `undefined` if there are more than so many. */
	function* countOf(part: readonly Group[], most: number): Generator<void, number | undefined> {
		const chosen = openCombination(possible);
		const found = new Set<string>();
		const choices = part.map(alike);
		let tried = 0;
		/** @returns whether there aren't too many */
		function* add(place: number, key: string): Generator<void, boolean> {
			if (place === choices.length) {
				found.add(key);
				tried += 1;
				if (tried % BETWEEN_PAUSES === 0) yield;
			}
			if (found.size > most) return false;
			for (const [index, classes] of (choices[place] ?? []).entries()) {
				for (const one of classes) {
					if (!chosen.choose(one)) continue;
					const isWithin = yield* add(place + 1, `${key} ${index}`);
					chosen.withdraw(one);
					if (!isWithin) return false;
				}
			}
			return true;
		}
		return (yield* add(0, '')) ? found.size : undefined;
	}

	return {
		all: () => look(openCombination(possible)),
		*count(most) {
			let all = 1;
			for (const part of linked(groups, possible)) {
				const counted = yield* countOf(part, most / all);
				if (counted === undefined) return undefined;
				all *= counted;
			}
			return all;
		},
	};
}
