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
