import { isFilled, lengthOf } from '../read';

/** A sentence where a text is not there or empty. */
export function missingText(what: string, value: unknown): string | undefined {
	return isFilled(value) ? undefined : `${what} is missing: write one.`;
}

/** A sentence where a text is longer than it may be. */
export function tooLong(what: string, value: unknown, most: number): string | undefined {
	if (typeof value !== 'string' || lengthOf(value) <= most) return undefined;
	const length = lengthOf(value);
	return `${what} has ${length} characters: ${most} are allowed, so leave out ${length - most}.`;
}
