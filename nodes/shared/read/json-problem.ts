import type { ParseError } from 'jsonc-parser';
import { parse, printParseErrorCode } from 'jsonc-parser';

/** What is wrong where a text stops being JSON, by the character there, and what to do, without a period. */
const WHY: Readonly<Record<string, ((next: string) => string) | undefined>> = {
	PropertyNameExpected: (next) =>
		next === '}' ? 'Remove the comma before }' : 'Put the name of the field in double quotes: "name"',
	ValueExpected: (next) =>
		({
			',': 'A value is missing before the comma',
			']': 'Remove the comma before ], or write a value after it',
		})[next] ?? 'A value is missing: a text in double quotes, a number, true, false, null, { … }, or [ … ]',
	InvalidSymbol: (next) =>
		/['“”„‘’]/.test(next)
			? 'Put texts in straight double quotes: "text"'
			: 'Put texts in double quotes: "text". Only true, false, null, and numbers have none',
	ColonExpected: () => 'A colon is missing after the name of the field',
	CommaExpected: () => 'A comma is missing before this',
	EndOfFileExpected: () => 'There is more after the end of the JSON. Remove it, or put all of it in [ … ]',
	InvalidCommentToken: () => 'Remove the comment: JSON has none',
	UnexpectedEndOfString: () =>
		'A text doesn\'t end, or has a line break in it. Close it with ", and write a line break as \\n',
	UnexpectedEndOfNumber: () => 'The number lacks its last digits',
	InvalidCharacter: () =>
		'The text has a character that JSON does not allow, such as a tab. Write a tab as \\t',
	InvalidEscapeCharacter: () => 'After \\, JSON knows only " \\ / b f n r t and u. Write \\ as \\\\',
	InvalidUnicode: () => 'After \\u, write 4 hexadecimal digits',
};

/** What closes a text that ends too early, from the inside out. */
const CLOSING: Readonly<Record<string, string | undefined>> = {
	CloseBraceExpected: '}',
	CloseBracketExpected: ']',
};

function whyBroken(text: string, errors: readonly ParseError[]): string {
	const [first, second] = errors as [ParseError, ParseError | undefined];
	const codes = errors.map(({ error }) => printParseErrorCode(error));
	if (text.slice(first.offset).trim() === '' && codes.some((code) => CLOSING[code] !== undefined)) {
		const missing = codes.flatMap((code) => CLOSING[code] ?? []);
		return `The text ends too early. Close it with ${missing.join(' ')}`;
	}
	// What isn't in quotes isn't known to be a name before what follows it.
	const isName = codes[1] === 'PropertyNameExpected' && second!.offset === first.offset + first.length;
	return WHY[codes[isName ? 1 : 0]!]?.(text[first.offset] ?? '') ?? 'This is not JSON';
}

/** So much of the text is shown from the place on. */
const SHOWN = 20;

/**
 * Where a text that isn't JSON breaks, why, and what to do: `line 2, column 5 (at b: 1}): Put the name of …`.
 * @param isSecret whether errors may not show any of the text
 */
export function jsonProblem(text: string, { isSecret = false } = {}): string {
	const errors: ParseError[] = [];
	try {
		parse(text, errors, { disallowComments: true });
	} catch {
		return 'it is nested too deep.';
	}
	const { offset } = errors[0] ?? { offset: 0 };
	const lines = text.slice(0, offset).split('\n');
	const [rest = ''] = isSecret ? [] : text.slice(offset, offset + SHOWN).split('\n');
	const place = `line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
	const shown = rest.trim() === '' ? '' : ` (at ${rest.trim()})`;
	return `${place}${shown}: ${errors.length === 0 ? 'This is not JSON' : whyBroken(text, errors)}.`;
}
