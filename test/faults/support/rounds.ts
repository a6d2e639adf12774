/** How many rounds a fault suite has: `FAULT_ROUNDS`, or else its own number. */
export const roundsOr = (own: number): number => Number(process.env.FAULT_ROUNDS ?? own);
