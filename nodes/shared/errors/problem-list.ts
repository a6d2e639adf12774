/**
 * Everything that is wrong with what a person entered. With one problem, the message is that problem. With several, it
 * says how many there are, and `list` has them, one a line.
 */
export class ProblemList extends Error {
	override readonly name = 'ProblemList';
	/** Empty if there is only one problem. */
	readonly list: string;

	/** @param outcome what didn't happen, for example `Nothing was sent.` */
	constructor(outcome: string, problems: readonly string[]) {
		const [only = ''] = problems;
		super(problems.length === 1 ? `${outcome} ${only}` : `${outcome} ${problems.length} things to fix`);
		this.list =
			problems.length === 1 ? '' : problems.map((problem, index) => `${index + 1}. ${problem}`).join('\n');
	}
}
