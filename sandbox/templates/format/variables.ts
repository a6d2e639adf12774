const ANY_VARIABLE = /\{\{[^{}]*\}\}/g;
const WELL_FORMED = /^\{\{(\d+|[a-z][a-z0-9_]*)\}\}$/;

/** Each rule about variables, and whether a text breaks it (docs/interface.md, Template variables). */
const RULES: readonly (readonly [rule: string, isBrokenBy: (text: string) => boolean])[] = [
	["a text can't start or end with a variable", (text) => /^\s*\{\{[^{}]*\}\}|\{\{[^{}]*\}\}\s*$/.test(text)],
	["two variables can't be next to each other", (text) => /\}\}[\s\p{Cf}]*\{\{/u.test(text)],
	[
		"the braces of a variable don't match",
		(text) => /\{\{|\}\}|\{\d+\}/.test(text.replace(ANY_VARIABLE, ' ')),
	],
	[
		'a variable is a number or a name in double braces, such as {{1}}',
		(text) => variables(text).some((one) => !WELL_FORMED.test(one)),
	],
	['variables are numbered 1, 2, 3, without gaps', hasGaps],
	['the text is too short for so many variables', (text) => words(text) < new Set(variables(text)).size],
];

/** The rules about variables that a text breaks. The platform rejects a template with such a header or body. */
export const rulesBrokenBy = (text: string): string[] =>
	RULES.filter(([, isBrokenBy]) => isBrokenBy(text)).map(([rule]) => rule);

function hasGaps(text: string): boolean {
	const numbers = variables(text).flatMap((variable) => /\d+/.exec(variable) ?? []);
	if (numbers.length < variables(text).length) return false;
	const distinct = [...new Set(numbers.map(Number))].sort((a, b) => a - b);
	return distinct.some((number, index) => number !== index + 1);
}

function variables(text: string): string[] {
	return text.match(ANY_VARIABLE) ?? [];
}

function words(text: string): number {
	return text.replace(ANY_VARIABLE, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
