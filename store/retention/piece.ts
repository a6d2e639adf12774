/** Lets others have the thread between two pieces. */
export type Turn = () => Promise<void>;

/** How many rows are looked at or deleted at a time. */
export const PIECE = 1_000;
