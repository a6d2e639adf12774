import { validateTemplate } from './validate-template';
import type { Violation } from './violation';

/** The field of the definition that a path begins with. */
const fieldOf = (path: string) => /^\w*/.exec(path)![0];

/**
 * Checks an edit of a template: only what it changes. A violation counts if it is in a field that the edit replaces, or
 * if the template doesn't have it without the edit. The platform has accepted the rest already.
 *
 * @param template the template as the gateway lists it
 * @param change the fields that the edit replaces
 */
export function validateChange(template: object, change: object): Violation[] {
	const sameAs = (one: Violation) => (other: Violation) => other.path === one.path && other.rule === one.rule;
	const before = validateTemplate(template);
	return validateTemplate({ ...template, ...change }).filter(
		(violation) => Object.hasOwn(change, fieldOf(violation.path)) || !before.some(sameAs(violation)),
	);
}
