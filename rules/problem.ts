import type * as z from 'zod';
import type { Path } from '../base';
import { asPath, writtenPath } from '../base';
import type { Wording } from './wording';
import { asWording, wording } from './wording';

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
	/** What the message ends with that other problems can end with, too. */
	hint?: string;
}

/** @param hint what helps with all problems of this kind, if that is long */
export const error = (path: Path, message: string | Wording, hint?: string): FoundProblem => ({
	path,
	severity: 'error',
	message: hint === undefined ? asWording(message) : wording`${message} ${hint}`,
	...(hint !== undefined && { hint }),
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

/** Problems of which only the last one ends with a hint that several have. */
export function hintsOnce(problems: readonly FoundProblem[]): FoundProblem[] {
	return problems.map(({ hint, message, ...problem }, index) => {
		if (hint === undefined || !problems.slice(index + 1).some((later) => later.hint === hint))
			return { ...problem, message, ...(hint !== undefined && { hint }) };
		const without = (text: string) => text.slice(0, -hint.length).trimEnd();
		return { ...problem, message: { document: without(message.document), form: without(message.form) } };
	});
}

/** Problems as lines of a list, for an error's message: each with its place, by default its path. */
export function listOf(
	problems: readonly FoundProblem[],
	placeOf = (path: Path) => writtenPath(path) || 'the document',
): string {
	return hintsOnce(problems)
		.map(({ path, message }) => `- ${placeOf(path)}: ${message.document}`)
		.join('\n');
}

/** What is at a path of a document. */
const valueAt = (document: unknown, path: readonly PropertyKey[]): unknown =>
	path.reduce<unknown>((part, step) => (part as Record<PropertyKey, unknown> | undefined)?.[step], document);

const KINDS: Readonly<Record<string, string>> = {
	array: 'a list',
	boolean: 'true or false',
	int: 'a whole number',
	number: 'a number',
	object: 'an object with fields, in braces',
	record: 'an object with fields, in braces',
	string: 'a text',
};

/** What a part of a document has to be; `undefined` if the form has words of its own, or none are better. */
function expectedBy(issue: z.core.$ZodIssue): string | undefined {
	if (issue.code === 'invalid_type') return KINDS[issue.expected];
	if (issue.code !== 'invalid_value') return undefined;
	const values = issue.values.map((value) => JSON.stringify(value)).join(', ');
	return issue.values.length === 1 ? values : `one of ${values}`;
}

function messageOf(issue: z.core.$ZodIssue, document: unknown): string {
	if (issue.code === 'unrecognized_keys') {
		const names = issue.keys.map((key) => JSON.stringify(key)).join(', ');
		return `${names} ${issue.keys.length === 1 ? "isn't a field" : "aren't fields"} of it. Check the spelling, or remove ${issue.keys.length === 1 ? 'it' : 'them'}.`;
	}
	if (issue.code === 'invalid_type' && issue.expected === 'nonoptional') return 'It is missing.';
	const expected = expectedBy(issue);
	if (expected === undefined) return issue.message;
	const value = valueAt(document, issue.path);
	if (value === undefined) return `It is missing. It must be ${expected}.`;
	const isShort = typeof value !== 'object' || value === null;
	return `It must be ${expected}${isShort ? `, not ${JSON.stringify(value)}` : ''}.`;
}

/** What is wrong with the form of a document. */
export function problemsOfForm(form: z.ZodType, document: unknown): FoundProblem[] {
	const issues = form.safeParse(document).error?.issues ?? [];
	return issues.map((issue) => error(asPath(issue.path), messageOf(issue, document)));
}
