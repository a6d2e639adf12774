/** How often a transaction is tried that stood in the way of another. */
const TRIES = 5;

/** Serialization failure, deadlock. */
const IN_THE_WAY: ReadonlySet<unknown> = new Set(['40001', '40P01']);

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

/** Runs a transaction, again if the server undid it because it stood in the way of another. */
export async function tryAgain<Result>(transaction: () => Promise<Result>): Promise<Result> {
	for (let triesLeft = TRIES - 1; ; triesLeft -= 1) {
		try {
			return await transaction();
		} catch (error) {
			if (triesLeft === 0 || !IN_THE_WAY.has(codeOf(error))) throw error;
		}
	}
}
