/**
 * Rank of a source among writes of the same second: what the platform says beats what we conclude, and a
 * customer's message beats a refusal of that second, as it must have come after it.
 */
export const RANK = { ownAct: 1, answer: 2, message: 3, handover: 4 } as const;
