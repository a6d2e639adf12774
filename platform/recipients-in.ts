/** An expression that nobody evaluated, such as {{ $json.contact }}. */
export const UNEVALUATED = /\{\{.*\}\}/s;

/** What people write between several recipients. */
export const MANY_RECIPIENTS = /[,;|\n\r]|\s(?:and|&)\s/i;

/** Fewest digits of a number. */
const SHORTEST = 7;

const filled = (parts: string[]) => parts.map((part) => part.trim()).filter((part) => part !== '');

const digitsOf = (text: string) => text.replace(/\D/g, '').length;

/** How many recipients a text names. Numbers without anything between them are several if each one is whole. */
export function recipientsIn(text: string): number {
	const listed = filled(text.split(MANY_RECIPIENTS)).length;
	if (listed > 1) return listed;
	const signed = filled(text.split('+')).filter((part) => digitsOf(part) >= SHORTEST).length;
	if (signed > 1) return signed;
	const words = filled(text.split(/[\s/]+/));
	return words.every((word) => digitsOf(word) >= SHORTEST) ? Math.max(1, words.length) : 1;
}
