/** Hears what long work does next, and which share of it is done, from 0 to 1. */
export type OnStep = (step: string, share: number) => void;

/** The steps of a part of the work, which goes from one share of all of it to another. */
export const within =
	(onStep: OnStep, from: number, to: number): OnStep =>
	(step, share) =>
		onStep(step, from + share * (to - from));
