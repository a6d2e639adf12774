import type * as z from 'zod';
import type { Path } from '../base';
import { asPath, writtenPath } from '../base';
import type { Wording } from './wording';
import { asWording } from './wording';

/** What is wrong with a policy, where, and what to do about it. */
export interface Problem {
	/** Where in the document, for example `rules[2].conditions.all[0].fact`. */
	path: string;
	/** A policy with errors can't be used; a warning is worth a look. */
	severity: 'error' | 'warning';
	message: string;
}

/** A problem as it was found, before it is told to those who read the document or to those who fill in a form. */
export interface FoundProblem {
	path: Path;
	severity: Problem['severity'];
	message: Wording;
}

export const error = (path: Path, message: string | Wording): FoundProblem => ({
	path,
	severity: 'error',
	message: asWording(message),
});

export const warning = (path: Path, message: string | Wording): FoundProblem => ({
	path,
	severity: 'warning',
	message: asWording(message),
});

/** A problem in the words of the document. */
export const toProblem = ({ path, severity, message }: FoundProblem): Problem => ({
	path: writtenPath(path),
	severity,
	message: message.document,
});

/** Problems as lines of a list, for an error's message. */
export function listOf(problems: readonly FoundProblem[]): string {
	return problems
		.map(({ path, message }) => `- ${writtenPath(path) || 'the document'}: ${message.document}`)
		.join('\n');
}

/** What is wrong with the form of a document. */
export function problemsOfForm(form: z.ZodType, document: unknown): FoundProblem[] {
	const issues = form.safeParse(document).error?.issues ?? [];
	return issues.map(({ path, message }) => error(asPath(path), message));
}
