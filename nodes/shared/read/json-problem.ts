/** Where a text stops being JSON, and why. */
interface JsonProblem {
	/** The place in the text; its length if the text ends too early. */
	at: number;
	/** What is wrong there and what to do, as a sentence without its period. */
	why: string;
}

/** Marks the first place that isn't JSON. */
class Broken extends Error {
	constructor(readonly problem: JsonProblem) {
		super(problem.why);
	}
}

// JSON allows the control characters from U+007F on.
const STRING = /"(?:[^"\\\p{Cc}]|[\u007F-\u009F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;
const LITERAL = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const SPACE = /[ \t\n\r]*/y;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** What is wrong where a value should begin. */
function whyNoValue(next: string): string {
	if (next === ',') return 'A value is missing before the comma';
	if (next === "'" || /[“”„‘’]/.test(next)) return 'Put texts in straight double quotes: "text"';
	if (/\p{L}/u.test(next)) return 'Put texts in double quotes: "text". Only true, false, and null have none';
	if (next === '"')
		return 'A text doesn\'t end, or has a line break in it. Close it with ", and write a line break as \\n';
	return 'A value is missing: a text in double quotes, a number, true, false, null, { … }, or [ … ]';
}

/** Scans a text as JSON, and throws at the first place that isn't. */
function createScanner(text: string) {
	let at = 0;
	const open: string[] = [];
	const fail = (why: string, where = at): never => {
		throw new Broken({ at: where, why });
	};
	const take = (pattern: RegExp): boolean => {
		pattern.lastIndex = at;
		const [found] = pattern.exec(text) ?? [];
		at += found?.length ?? 0;
		return found !== undefined;
	};
	function next(): string {
		take(SPACE);
		if (at < text.length) return text[at]!;
		const missing = open
			.map((each) => CLOSING[each])
			.reverse()
			.join(' ');
		return fail(missing === '' ? 'A value is missing' : `The text ends too early. Close it with ${missing}`);
	}

	function member(): void {
		if (next() === '}') fail('Remove the comma before }', text.lastIndexOf(',', at));
		if (!take(STRING)) fail('Put the name of the field in double quotes: "name"');
		if (next() !== ':') fail('A colon is missing after the name of the field');
		at += 1;
		value();
	}

	function element(): void {
		if (next() === ']') fail('Remove the comma before ]', text.lastIndexOf(',', at));
		value();
	}

	/** What stands between two brackets, separated by commas. */
	function list(bracket: string, entry: () => void): void {
		const closing = CLOSING[bracket]!;
		open.push(bracket);
		at += 1;
		let found = next();
		while (found !== closing) {
			entry();
			found = next();
			if (found === closing) break;
			if (found !== ',') fail(`A comma or ${closing} is missing before this`);
			at += 1;
		}
		at += 1;
		open.pop();
	}

	function value(): void {
		const first = next();
		if (first === '{') list(first, member);
		else if (first === '[') list(first, element);
		else if (!take(first === '"' ? STRING : LITERAL)) fail(whyNoValue(first));
	}

	return () => {
		value();
		take(SPACE);
		if (at < text.length)
			fail('There is more after the end of the JSON. Remove it, or put all of it in [ … ]');
	};
}

/** So much of the text is shown from the place on. */
const SHOWN = 20;

/**
 * Where a text that isn't JSON breaks, why, and what to do: `line 2, column 5 (at b: 1}): Put the name of …`.
 * @param isSecret whether errors may not show any of the text
 */
export function jsonProblem(text: string, { isSecret = false } = {}): string {
	try {
		createScanner(text)();
	} catch (error) {
		if (!(error instanceof Broken)) return 'it is too long or nested too deep.';
		const { at, why } = error.problem;
		const lines = text.slice(0, at).split('\n');
		const rest = isSecret
			? ''
			: text
					.slice(at, at + SHOWN)
					.split('\n')[0]!
					.trim();
		const place = `line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
		return `${place}${rest === '' ? '' : ` (at ${rest})`}: ${why}.`;
	}
	return 'it has a character that JSON does not allow.';
}
