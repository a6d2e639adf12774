/**
 * A language as the REST side writes it: webhooks write `en-US` for the list's `en_US` (docs/interface.md, Templates).
 */
export function normalizeLanguage(language: string): string {
	return language.trim().replace(/-/g, '_');
}

/** A name of the platform in its one spelling, `IN_REVIEW`: it is also written `in-review` and `In-Review`. */
export function normalizeName(name: string): string {
	return name
		.trim()
		.toUpperCase()
		.replace(/[\s-]+/g, '_');
}

const ESCAPE = '\ufffd';

/** Halves of a character that lack the other one, the zero character, and the escape itself. */
const NOT_STORABLE = /[\0\ufffd\p{Surrogate}]/gu;

/**
 * A text that every database keeps as it is. Halves of characters and zero characters, which some replace or refuse,
 * are written as an escape, so that texts which differ still do.
 */
export function storableText(text: string): string {
	return text.replace(
		NOT_STORABLE,
		(character) => ESCAPE + character.charCodeAt(0).toString(16).padStart(4, '0'),
	);
}
