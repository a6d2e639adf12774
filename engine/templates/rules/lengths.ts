import { isFilled, lengthOf } from '../read';

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
