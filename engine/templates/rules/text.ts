import type { ParameterFormat } from '../definition';
import { distinctVariables, variablesIn, withoutVariables } from '../rule';
import type { Rule } from '../rule';

/** A text with variables. */
export interface VariableText {
	text: string;
	format: ParameterFormat;
}

const BLANK = String.raw`[\s\p{Cf}]*`;
const STARTS = new RegExp(`^${BLANK}\\{\\{[^{}]*\\}\\}`, 'u');
const ENDS = new RegExp(`\\{\\{[^{}]*\\}\\}${BLANK}$`, 'u');
const ADJACENT = /\}\}\p{Cf}*\{\{/u;
const ONLY_SPACED = /\}\}\p{Cf}*\s[\s\p{Cf}]*\{\{/u;
/** Replaces a variable, so that braces beside it are found. */
const MARK = '\uFFFC';
const UNMATCHED = /\{\{|\}\}|\{\d+\}|\{\uFFFC|\uFFFC\}/;
const SPECIAL = /[^\p{L}\p{N}_\s]/u;
const WELL_FORMED: Readonly<Record<ParameterFormat, RegExp>> = {
	POSITIONAL: /^(0|[1-9]\d*)$/,
	NAMED: /^[a-z][a-z0-9_]*$/,
};
const HOW: Readonly<Record<ParameterFormat, string>> = {
	POSITIONAL:
		'Write it as {{1}}, {{2}}, and so on, without spaces. Names such as {{first_name}} require the variable format NAMED',
	NAMED:
		'Write it as {{first_name}}, with lowercase letters, digits, and underscores, without spaces. Numbers require the variable format POSITIONAL',
};

const written = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ');

function wronglyWritten({ text, format }: VariableText): string | undefined {
	const wrong = variablesIn(text).filter((name) => !WELL_FORMED[format].test(name) && !SPECIAL.test(name));
	if (wrong.length === 0) return undefined;
	return `The variable ${written(wrong)} isn't written correctly. ${HOW[format]}.`;
}

function numbersLeftOut({ text, format }: VariableText): string | undefined {
	const numbers = distinctVariables(text).filter((name) => WELL_FORMED.POSITIONAL.test(name));
	if (format === 'NAMED' || numbers.length === 0) return undefined;
	const missing = numbers.map((_, index) => String(index + 1)).filter((number) => !numbers.includes(number));
	if (missing.length === 0) return undefined;
	return `Variables must be numbered 1, 2, 3 without gaps, but ${written(missing)} is missing. Renumber ${written(numbers)}.`;
}

/** Words of a text apart from its variables. */
function wordsOf(text: string): number {
	return withoutVariables(text, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** More variables than this many words carry: providers saw 2n + 1 words asked for n variables. */
function tooDense({ text }: VariableText): string | undefined {
	const count = distinctVariables(text).length;
	const words = wordsOf(text);
	if (count === 0 || words < count || words >= 2 * count + 1) return undefined;
	return `The platform may refuse this text because it has too many variables for its length (variables: ${count}, words: ${words}). Write at least ${2 * count + 1} words, or use fewer variables.`;
}

/** How a text can use variables (docs/interface.md, Template variables). */
export const textRules: ReadonlyArray<Rule<VariableText>> = [
	{
		name: 'parameter-braces',
		check: ({ text }) =>
			UNMATCHED.test(withoutVariables(text.replaceAll(MARK, ''), MARK)) &&
			"The braces of a variable don't match. Write two before it and two after it: {{1}}.",
	},
	{
		name: 'parameter-special-characters',
		check: ({ text }) => {
			const wrong = variablesIn(text).filter((name) => SPECIAL.test(name));
			return (
				wrong.length > 0 &&
				`There are special characters in ${written(wrong)}. Remove #, $, %, and similar characters.`
			);
		},
	},
	{ name: 'parameter-form', check: wronglyWritten },
	{ name: 'parameter-sequence', check: numbersLeftOut },
	{
		name: 'parameter-at-start',
		check: ({ text }) => STARTS.test(text) && 'The text starts with a variable. Add some words before it.',
	},
	{
		name: 'parameter-at-end',
		check: ({ text }) => ENDS.test(text) && 'The text ends with a variable. Add something after it.',
	},
	{
		name: 'parameters-adjacent',
		check: ({ text }) =>
			ADJACENT.test(text) && 'Two variables are next to each other. Add words between them.',
	},
	{
		// White space doesn't separate them (docs/interface.md, Template variables).
		name: 'parameters-only-spaced',
		check: ({ text }) =>
			ONLY_SPACED.test(text) &&
			'Two variables have only white space between them, so they count as next to each other. Add words.',
	},
	{
		name: 'parameters-outnumber-words',
		check: ({ text }) =>
			wordsOf(text) < distinctVariables(text).length &&
			`The text has more variables (${distinctVariables(text).length}) than words (${wordsOf(text)}). Write more words, or use fewer variables.`,
	},
	{ name: 'parameters-too-many', severity: 'warning', check: tooDense },
];
