import type { Template } from '../template';

const ANY_VARIABLE = /\{\{[^{}]*\}\}/g;
const WELL_FORMED = /^\{\{([1-9]\d*|[a-z][a-z0-9_]*)\}\}$/;
const NAMED = /^\{\{[a-z][a-z0-9_]*\}\}$/;
const NUMBERED = /^\{\{\d+\}\}$/;
/** Stands for a variable, so that a brace too many beside it shows. */
const MARK = '\uFFFC';
const UNMATCHED = /\{\{|\}\}|\{\d+\}|\{\uFFFC|\uFFFC\}/;

/** Each rule about variables, and whether a text breaks it (docs/interface.md, Template variables). */
const RULES: readonly (readonly [
	rule: string,
	isBrokenBy: (text: string, format: Template['parameterFormat']) => boolean,
])[] = [
	["a text can't start or end with a variable", (text) => /^\s*\{\{[^{}]*\}\}|\{\{[^{}]*\}\}\s*$/.test(text)],
	["two variables can't be next to each other", (text) => /\}\}[\s\p{Cf}]*\{\{/u.test(text)],
	[
		"the braces of a variable don't match",
		(text) => UNMATCHED.test(text.replaceAll(MARK, '').replace(ANY_VARIABLE, MARK)),
	],
	[
		'a variable is a number or a name in double braces, such as {{1}}',
		(text) => variables(text).some((one) => !WELL_FORMED.test(one)),
	],
	[
		'a variable has a name only if parameter_format is NAMED',
		(text, format) => format !== 'NAMED' && variables(text).some((one) => NAMED.test(one)),
	],
	['variables are all numbers or all names', isMixed],
	['variables are numbered 1, 2, 3, without gaps', hasGaps],
	['the text is too short for so many variables', (text) => words(text) < new Set(variables(text)).size],
];

/** The rules about variables that a text breaks. The platform rejects a template with such a header or body. */
export const rulesBrokenBy = (text: string, format: Template['parameterFormat']): string[] =>
	RULES.filter(([, isBrokenBy]) => isBrokenBy(text, format)).map(([rule]) => rule);

function hasGaps(text: string): boolean {
	const distinct = new Set(numbered(text).map((variable) => Number(variable.slice(2, -2))));
	return [...distinct].sort((a, b) => a - b).some((number, index) => number !== index + 1);
}

function isMixed(text: string): boolean {
	const wellFormed = variables(text).filter((variable) => WELL_FORMED.test(variable));
	return new Set(wellFormed.map((variable) => NUMBERED.test(variable))).size > 1;
}

function numbered(text: string): string[] {
	return variables(text).filter((variable) => NUMBERED.test(variable));
}

function variables(text: string): string[] {
	return text.match(ANY_VARIABLE) ?? [];
}

function words(text: string): number {
	return text.replace(ANY_VARIABLE, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
