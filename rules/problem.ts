import type * as z from 'zod';

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

/** A path as people write it: `rules[2].conditions`. */
const written = (path: PropertyKey[]) =>
	path.reduce<string>(
		(text, key) => text + (typeof key === 'number' ? `[${key}]` : `${text && '.'}${String(key)}`),
		'',
	);

/** What is wrong with the form of a document. */
export function problemsOfForm(form: z.ZodType, document: unknown): Problem[] {
	const issues = form.safeParse(document).error?.issues ?? [];
	return issues.map(({ path, message }) => error(written(path), message));
}
