import type { ParameterFormat } from '../definition';
import { distinctParameters, parametersIn, withoutParameters } from '../rule';
import type { Rule } from '../rule';

/** A text with variables. */
export interface ParameterText {
	text: string;
	format: ParameterFormat;
}

const BLANK = String.raw`[\s\p{Cf}]*`;
const STARTS = new RegExp(`^${BLANK}\\{\\{[^{}]*\\}\\}`, 'u');
const ENDS = new RegExp(`\\{\\{[^{}]*\\}\\}${BLANK}$`, 'u');
const ADJACENT = /\}\}\p{Cf}*\{\{/u;
const ONLY_SPACED = /\}\}\p{Cf}*\s[\s\p{Cf}]*\{\{/u;
/** Replaces a parameter, so that braces beside it are found. */
const MARK = '\uFFFC';
const UNMATCHED = /\{\{|\}\}|\{\d+\}|\{\uFFFC|\uFFFC\}/;
const SPECIAL = /[^\p{L}\p{N}_\s]/u;
const WELL_FORMED: Readonly<Record<ParameterFormat, RegExp>> = {
	POSITIONAL: /^(0|[1-9]\d*)$/,
	NAMED: /^[a-z][a-z0-9_]*$/,
};
const HOW: Readonly<Record<ParameterFormat, string>> = {
	POSITIONAL:
		'Write it as {{1}}, {{2}}, and so on, without spaces. Names such as {{first_name}} require the parameter format NAMED',
	NAMED:
		'Write it as {{first_name}}, with lowercase letters, digits, and underscores, without spaces. Numbers require the parameter format POSITIONAL',
};

const written = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ');

function wronglyWritten({ text, format }: ParameterText): string | undefined {
	const wrong = parametersIn(text).filter((name) => !WELL_FORMED[format].test(name) && !SPECIAL.test(name));
	if (wrong.length === 0) return undefined;
	return `The parameter ${written(wrong)} isn't written correctly. ${HOW[format]}.`;
}

function numbersLeftOut({ text, format }: ParameterText): string | undefined {
	const numbers = distinctParameters(text).filter((name) => WELL_FORMED.POSITIONAL.test(name));
	if (format === 'NAMED' || numbers.length === 0) return undefined;
	const missing = numbers.map((_, index) => String(index + 1)).filter((number) => !numbers.includes(number));
	if (missing.length === 0) return undefined;
	return `Parameters must be numbered 1, 2, 3 without gaps, but ${written(missing)} is missing. Renumber ${written(numbers)}.`;
}

/** Words of a text apart from its parameters. */
function wordsOf(text: string): number {
	return withoutParameters(text, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** More parameters than this many words carry: providers saw 2n + 1 words asked for n parameters. */
function tooDense({ text }: ParameterText): string | undefined {
	const count = distinctParameters(text).length;
	const words = wordsOf(text);
	if (count === 0 || words < count || words >= 2 * count + 1) return undefined;
	return `The platform may refuse this text because it has too many parameters for its length (parameters: ${count}, words: ${words}). Write at least ${2 * count + 1} words, or use fewer parameters.`;
}

/** How a text can use variables (docs/interface.md, Template parameters). */
export const textRules: ReadonlyArray<Rule<ParameterText>> = [
	{
		name: 'parameter-braces',
		check: ({ text }) =>
			UNMATCHED.test(withoutParameters(text.replaceAll(MARK, ''), MARK)) &&
			"The braces of a parameter don't match. Write two before it and two after it: {{1}}.",
	},
	{
		name: 'parameter-special-characters',
		check: ({ text }) => {
			const wrong = parametersIn(text).filter((name) => SPECIAL.test(name));
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
		check: ({ text }) => STARTS.test(text) && 'The text starts with a parameter. Add some words before it.',
	},
	{
		name: 'parameter-at-end',
		check: ({ text }) => ENDS.test(text) && 'The text ends with a parameter. Add something after it.',
	},
	{
		name: 'parameters-adjacent',
		check: ({ text }) =>
			ADJACENT.test(text) && 'Two parameters are next to each other. Add words between them.',
	},
	{
		// White space doesn't separate them (docs/interface.md, Template parameters).
		name: 'parameters-only-spaced',
		check: ({ text }) =>
			ONLY_SPACED.test(text) &&
			'Two parameters have only white space between them, so they count as next to each other. Add words.',
	},
	{
		name: 'parameters-outnumber-words',
		check: ({ text }) =>
			wordsOf(text) < distinctParameters(text).length &&
			`The text has more parameters (${distinctParameters(text).length}) than words (${wordsOf(text)}). Write more words, or use fewer parameters.`,
	},
	{ name: 'parameters-too-many', severity: 'warning', check: tooDense },
];
