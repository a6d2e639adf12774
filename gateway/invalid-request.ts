/** One thing that is wrong with a request: where, and what. */
export interface RequestProblem {
	/** The field by the interface's names, for example `participants.0.user`. */
	path: string;
	message: string;
}

/** A request that breaks a limit of the interface, so it was not sent. Names everything that is wrong, at once. */
export class InvalidRequest extends Error {
	override readonly name = 'InvalidRequest';
	readonly problems: readonly RequestProblem[];

	constructor(problems: readonly RequestProblem[]) {
		const sentences = problems.map(({ path, message }) => `${path} ${message}`);
		super(`Nothing was sent: ${sentences.join('; ')}.`);
		this.problems = problems;
	}
}
