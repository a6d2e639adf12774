/** What is wrong with a policy, where, and what to do about it. */
export interface Problem {
	/** Where in the document, for example `rules[2].conditions.all[0].fact`. */
	path: string;
	/** A policy with errors can't be used; a warning is worth a look. */
	severity: 'error' | 'warning';
	message: string;
}

export const error = (path: string, message: string): Problem => ({ path, severity: 'error', message });

export const warning = (path: string, message: string): Problem => ({ path, severity: 'warning', message });

/** Problems as lines of a list, for an error's message. */
export function listOf(problems: readonly Problem[]): string {
	return problems.map(({ path, message }) => `- ${path || 'the document'}: ${message}`).join('\n');
}
