import type { Violation } from './violation';

/** What a rule finds: a path from the rule's subject, and a sentence. */
export interface Finding {
	/** From the subject on, for example `.text` or `.buttons[0]`; the subject itself by default. */
	at?: string;
	message: string;
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
export function at(place: string, message: string | false | undefined): Finding[] | undefined {
	return message ? [{ at: place, message }] : undefined;
}

/** Runs a table of rules on one subject at `path`. */
export function violationsOf<Subject>(
	rules: ReadonlyArray<Rule<Subject>>,
	subject: Subject,
	path: string,
): Violation[] {
	return rules.flatMap(({ name: rule, severity = 'error', check }) => {
		const found = check(subject) || [];
		const findings = typeof found === 'string' ? [{ message: found }] : found;
		return findings.map(({ at: place = '', message }) => ({
			path: `${path}${place}`.replace(/^\./, ''),
			rule,
			severity,
			message,
		}));
	});
}
