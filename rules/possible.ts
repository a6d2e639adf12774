import type { FactCatalogue, FactValues } from './fact-catalogue';

/** That a fact is so. */
export interface Claim {
	fact: string;
	is(value: unknown): boolean;
}

/** Whenever the one is so, the other is too. A situation in which it isn't doesn't occur. */
export interface Implication {
	when: Claim;
	then: Claim;
}

/** The two always go together. */
export const together = (one: Claim, other: Claim): Implication[] => [
	{ when: one, then: other },
	{ when: other, then: one },
];

/** What a fact says about occurrences: there are at least so many of them within a period (ms). */
interface Need {
	fact: string;
	least(value: unknown): number;
	of: string;
	within: number;
}

/** Which facts there are, and what can be true of them at the same time. */
export interface Possible {
	catalogue: FactCatalogue;
	implications?: readonly Implication[];
	/** Facts of which each occurrence is one of the next fact, too. */
	nested?: readonly string[];
	needs?: readonly Need[];
	/** How many occurrences a fact has at most. */
	most?: Readonly<Record<string, number>>;
	/** The time zones that somebody can be in at once. If left out, any local times can come together. */
	zones?: () => ReadonlyArray<readonly string[]>;
}

/** So many occurrences happened within a period (ms). */
export interface Level {
	within: number;
	least: number;
	most: number;
}

/** Whether facts follow the implications between those of them that are known. */
export const follows = (facts: FactValues, implications: readonly Implication[]): boolean =>
	implications.every(
		({ when, then }) =>
			!(when.fact in facts) ||
			!(then.fact in facts) ||
			!when.is(facts[when.fact]) ||
			then.is(facts[then.fact]),
	);

/** The lowest bound that a count has from each period on, as counts only grow with the period. */
function boundsFrom(levels: readonly Level[], periods: readonly number[], most: number): number[] {
	const bounds = periods.map((within) => levels.find((level) => level.within === within)?.most ?? Infinity);
	for (let place = bounds.length - 1, lowest = most; place >= 0; place -= 1) {
		lowest = Math.min(lowest, bounds[place]!);
		bounds[place] = lowest;
	}
	return bounds;
}

/**
 * Occurrences of nested facts that keep to their levels, the fewest that do; `undefined` if none can. An occurrence is
 * made one of the innermost fact that still has room for it: it then counts for all, and is needed for none alone.
 *
 * @param levels of each fact, the innermost first, and how many occurrences it can have at all
 * @returns how long ago each occurrence of each fact was, the newest first. ms
 */
export function occurrencesAt(
	levels: ReadonlyArray<{ levels: readonly Level[]; most: number }>,
): number[][] | undefined {
	const periods = [...new Set(levels.flatMap((fact) => fact.levels.map(({ within }) => within)))];
	periods.sort((a, b) => a - b);
	const bounds = levels.map((fact) => boundsFrom(fact.levels, periods, fact.most));
	const found = levels.map((): number[] => []);
	for (const [place, within] of periods.entries()) {
		for (const [fact, { levels: own }] of levels.entries()) {
			let missing = (own.find((level) => level.within === within)?.least ?? 0) - found[fact]!.length;
			for (let inner = 0; inner <= fact && missing > 0; inner += 1) {
				const room = found.slice(inner).map(({ length }, index) => bounds[inner + index]![place]! - length);
				const added = Math.min(missing, ...room);
				if (added <= 0) continue;
				missing -= added;
				for (const list of found.slice(inner)) list.push(...new Array<number>(added).fill(within - 1));
			}
			if (missing > 0) return undefined;
		}
	}
	return found;
}
