import type { Fields, Path } from '../../base';
import { isObject, writtenPath } from '../../base';

/** A rule of the interface that a template's definition breaks. */
export interface Violation {
	/** Where in the definition, for example `components[1].buttons[0].url`. */
	path: string;
	/** The rule's name, for example `quick-replies-together`. */
	rule: string;
	/** An `error` is always refused or rejected; for a `warning`, only the platform can decide. */
	severity: 'error' | 'warning';
	/** A sentence that says what is wrong and how to fix it. */
	message: string;
}

/** A violation as it was found, with the steps to where it is. */
export type FoundViolation = Omit<Violation, 'path'> & {
	path: Path;
	/** How to write it in JSON, in a sentence; who fills in a form needs not know. */
	inJson?: string;
};

/** A violation as it is told, by the names of the definition. */
export const toViolation = ({ path, inJson, message, ...violation }: FoundViolation): Violation => ({
	path: writtenPath(path),
	...violation,
	message: inJson === undefined ? message : `${message} In JSON: ${inJson}`,
});

/** What a rule finds: a path from the rule's subject, and a sentence. */
export interface Finding {
	/** From the subject on, for example `['buttons', 0]`; the subject itself by default. */
	at?: Path;
	message: string;
	/** How to write it in JSON, in a sentence. */
	inJson?: string;
}

/** A rule of the interface about one kind of subject: a definition, a component, a button, a text. */
export interface Rule<Subject> {
	name: string;
	/** `error` by default. */
	severity?: Violation['severity'];
	/** What breaks the rule; a sentence alone is about the subject itself. */
	check(subject: Subject): Finding[] | string | undefined | false;
}

/** A finding at a path of the subject, if there is a sentence. */
export function at(place: Path, message: string | false | undefined, inJson?: string): Finding[] | undefined {
	return message ? [{ at: place, message, ...(inJson !== undefined && { inJson }) }] : undefined;
}

/** Runs a table of rules on one subject at `path`. */
export function violationsOf<Subject>(
	rules: ReadonlyArray<Rule<Subject>>,
	subject: Subject,
	path: Path,
): FoundViolation[] {
	return rules.flatMap(({ name: rule, severity = 'error', check }) => {
		const found = check(subject) || [];
		const findings = typeof found === 'string' ? [{ message: found }] : found;
		return findings.map(({ at: place = [], ...told }) => ({
			path: [...path, ...place],
			rule,
			severity,
			...told,
		}));
	});
}

/** The fields of an object; of anything else, none. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** The items of a list; of anything else, none. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text, or nothing. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A name of the platform in uppercase; empty if it's missing. */
export const nameOf = (value: unknown): string => (textOf(value) ?? '').trim().toUpperCase();

/** Length in characters as people count them: code points, not UTF-16 units. */
const lengthOf = (text: string): number => [...text].length;

/** The text between two pairs of braces. */
const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** The names of the variables in a text, as written, with repeats. */
export function variablesIn(text: string): string[] {
	return [...text.matchAll(VARIABLE)].map((match) => match[1]!);
}

/** The variables of a text, each once. */
export function distinctVariables(text: string): string[] {
	return [...new Set(variablesIn(text).map((name) => name.trim()))];
}

/** The text with every variable replaced. */
export function withoutVariables(text: string, replacement: string): string {
	return text.replace(VARIABLE, replacement);
}

/** A sentence if a text is missing or empty. */
export function missingText(what: string, value: unknown): string | undefined {
	return isFilled(value) ? undefined : `${what} is missing. Add one.`;
}

/** A sentence if a text is too long. */
export function tooLong(what: string, value: unknown, most: number): string | undefined {
	if (typeof value !== 'string' || lengthOf(value) <= most) return undefined;
	const length = lengthOf(value);
	return `${what} has ${length} characters, but only ${most} are allowed. Remove ${length - most}.`;
}
