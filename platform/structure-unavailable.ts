import { effectOfCode } from './error-effects';
import type { ErrorEffect } from './error-effects';
import type { ErrorBody } from './wire/error-bodies';

/**
 * Whether an error says that a template's structure is unavailable: its name was deleted, or its translations differ
 * (interface, Template deletion; Errors, rule 2). The interface shows no code for it, so the words decide.
 */
export function isStructureUnavailable({ title, details }: ErrorBody): boolean {
	return [title, details].some((text) => /\bstructure[ _-]?(?:is )?unavailable\b/i.test(text ?? ''));
}

/** The effect of an error of a message, by its words and its code; `undefined` if neither tells. */
export function effectOfError(error: ErrorBody): ErrorEffect | undefined {
	if (isStructureUnavailable(error)) return 'resync';
	return error.code === undefined ? undefined : effectOfCode(error.code);
}
