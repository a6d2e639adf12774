/** Where the suites write what they have shown. */
export const RESULTS_OF_RUNS = 'artifacts/reliability';
/** Where what docs/reliability.md is made of is kept. */
export const RESULTS_OF_PAGE = 'docs/reliability';

/** What a suite has shown of one promise. Free of dates and of the machine's names. */
export interface ReliabilityResult {
	/** The name of its file. */
	id: string;
	/** The group of the page that it belongs to. */
	group: 'simulation' | 'fuzz' | 'faults' | 'soak';
	/** What holds: a sentence. */
	promise: string;
	/** The file of the suite, from the root of the repository. */
	suite: string;
	/** What repeats it. */
	command: string;
	/** How often what goes wrong went wrong, and what that is, such as `kills`. */
	rounds: number;
	of: string;
	/** What was tried, such as `2,345 events`. */
	tried: string;
	lost: number;
	/** How many happened twice without a mark. */
	twice: number;
	/** Anything else that was measured, by its name. */
	figures: Readonly<Record<string, string | number>>;
}
