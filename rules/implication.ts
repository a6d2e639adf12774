import type { FactValues } from './fact-catalogue';

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

export const claimsOf = (implications: readonly Implication[]): Claim[] =>
	implications.flatMap(({ when, then }) => [when, then]);

/** Whether facts follow the implications between those of them that are asked. */
export function isPossible(
	facts: FactValues,
	implications: readonly Implication[],
	isAsked: (fact: string) => boolean,
): boolean {
	return implications.every(
		({ when, then }) =>
			!isAsked(when.fact) || !isAsked(then.fact) || !when.is(facts[when.fact]) || then.is(facts[then.fact]),
	);
}
