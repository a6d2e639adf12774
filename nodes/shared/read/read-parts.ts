import { ProblemList } from '../errors/item-errors';

/** Whether an error says what a person has to fix. Those of n8n and of the gateway are classes of their own. */
const isOfForm = (error: unknown): error is Error =>
	error instanceof Error && Object.getPrototypeOf(error) === Error.prototype;

/**
 * Reads the parts of a message one after the other, and notes what is wrong with each, so that all of it is told at once,
 * and in the same way.
 */
export function createPartReader() {
	const problems: string[] = [];
	return {
		/** The part; undefined if something is wrong with it. @throws what n8n or the gateway says */
		part<Value>(read: () => Value | Promise<Value>): Promise<Value | undefined> {
			return Promise.resolve()
				.then(read)
				.catch((error: unknown) => {
					if (!isOfForm(error)) return Promise.reject(error as Error);
					problems.push(error.message);
					return undefined;
				});
		},
		/** Whether nothing is known to be wrong. */
		isRight: () => problems.length === 0,
		/** @throws ProblemList of what was noted, and of more */
		refuse(more: readonly string[]): void {
			const all = [...new Set([...problems, ...more])];
			if (all.length > 0) throw new ProblemList('Nothing was sent.', all);
		},
	};
}
