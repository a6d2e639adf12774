import { SEED } from '../../support/seed';
import type { Choices } from './random';
import { choicesOf } from './random';

/** How many bodies a suite tries: FUZZ_BODIES, or a few seconds' worth. */
export const BODIES = Number(process.env.FUZZ_BODIES ?? 300);

/** The longest that a case may keep the processor busy. ms */
const MOST_TIME = 1_000;

/** How often a slow case is tried: what its input causes comes back each time, a pause of the machine doesn't. */
const TRIES = 3;

/**
 * Tries so many cases, each with choices of its own. Time is the processor's, so that a busy machine fails nothing.
 * @param act with the choices, which a further try repeats, and a number that no other try has
 * @throws Error that names the seed and the case, if one fails, or takes over a second each time
 */
export async function eachCase(
	count: number,
	act: (choices: Choices, number: number) => Promise<void> | void,
): Promise<void> {
	for (let index = 0; index < count; index += 1) {
		const took: number[] = [];
		while (took.length < TRIES && took.every((time) => time > MOST_TIME)) {
			const before = process.cpuUsage();
			try {
				await act(choicesOf(SEED, index), index + took.length * count);
			} catch (error) {
				throw new Error(`FUZZ_SEED=${SEED}, case ${index}: ${(error as Error).message}`, { cause: error });
			}
			const { user, system } = process.cpuUsage(before);
			took.push((user + system) / 1_000);
		}
		if (took.every((time) => time > MOST_TIME))
			throw new Error(`FUZZ_SEED=${SEED}, case ${index}: its ${TRIES} tries took ${took.join(', ')} ms`);
	}
}
