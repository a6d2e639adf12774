import type { ParameterFormat } from '../definition';
import { distinctParameters, parametersIn, withoutParameters } from '../parameters';
import type { Rule } from '../rule';

/** A text with variables. */
export interface ParameterText {
	text: string;
	format: ParameterFormat;
}

const BLANK = String.raw`[\s\p{Cf}]*`;
const STARTS = new RegExp(`^${BLANK}\\{\\{[^{}]*\\}\\}`, 'u');
const ENDS = new RegExp(`\\{\\{[^{}]*\\}\\}${BLANK}$`, 'u');
const ADJACENT = new RegExp(`\\}\\}${BLANK}\\{\\{`, 'u');
/** Stands for a parameter, so that braces beside it are seen. */
const MARK = '\uFFFC';
const UNMATCHED = /\{\{|\}\}|\{\d+\}|\{\uFFFC|\uFFFC\}/;
const SPECIAL = /[^\p{L}\p{N}_\s]/u;
const WELL_FORMED: Readonly<Record<ParameterFormat, RegExp>> = {
	POSITIONAL: /^(0|[1-9]\d*)$/,
	NAMED: /^[a-z][a-z0-9_]*$/,
};
const HOW: Readonly<Record<ParameterFormat, string>> = {
	POSITIONAL:
		'write it {{1}}, {{2}} and so on, without spaces; names like {{first_name}} need parameter_format NAMED',
	NAMED:
		'write it {{first_name}}: lower-case letters, digits and underscores, without spaces; numbers need parameter_format POSITIONAL',
};

const written = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ');

function wronglyWritten({ text, format }: ParameterText): string | undefined {
	const wrong = parametersIn(text).filter((name) => !WELL_FORMED[format].test(name) && !SPECIAL.test(name));
	if (wrong.length === 0) return undefined;
	return `The parameter ${written(wrong)} is not written as it has to be: ${HOW[format]}.`;
}

function numbersLeftOut({ text, format }: ParameterText): string | undefined {
	const numbers = distinctParameters(text).filter((name) => WELL_FORMED.POSITIONAL.test(name));
	if (format === 'NAMED' || numbers.length === 0) return undefined;
	const missing = numbers.map((_, index) => String(index + 1)).filter((number) => !numbers.includes(number));
	if (missing.length === 0) return undefined;
	return `Parameters are numbered 1, 2, 3 without gaps: ${written(missing)} is missing, so number ${written(numbers)} anew.`;
}

/** Words of a text apart from its parameters. */
function wordsOf(text: string): number {
	return withoutParameters(text, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** More parameters than this many words carry: providers saw 2n + 1 words asked for n parameters. */
function tooDense({ text }: ParameterText): string | undefined {
	const count = distinctParameters(text).length;
	const words = wordsOf(text);
	if (count === 0 || words >= 2 * count + 1) return undefined;
	return `The text may have too many parameters for its length, which the platform judges: ${count} beside ${words} words. Write ${2 * count + 1} words, or use fewer parameters.`;
}

/** How variables stand in a text (interface, Template parameter rules). */
export const textRules: ReadonlyArray<Rule<ParameterText>> = [
	{
		name: 'parameter-braces',
		check: ({ text }) =>
			UNMATCHED.test(withoutParameters(text.replaceAll(MARK, ''), MARK)) &&
			'The braces of a parameter do not match: write two before it and two after it, {{1}}.',
	},
	{
		name: 'parameter-special-characters',
		check: ({ text }) => {
			const wrong = parametersIn(text).filter((name) => SPECIAL.test(name));
			return (
				wrong.length > 0 &&
				`There are special characters in ${written(wrong)}: leave out #, $, % and the like.`
			);
		},
	},
	{ name: 'parameter-form', check: wronglyWritten },
	{ name: 'parameter-sequence', check: numbersLeftOut },
	{
		name: 'parameter-at-start',
		check: ({ text }) => STARTS.test(text) && 'The text starts with a parameter: write some words before it.',
	},
	{
		name: 'parameter-at-end',
		check: ({ text }) => ENDS.test(text) && 'The text ends with a parameter: write something after it.',
	},
	{
		name: 'parameters-adjacent',
		check: ({ text }) =>
			ADJACENT.test(text) &&
			'Two parameters stand side by side: write words between them, as white space alone does not separate them.',
	},
	{ name: 'parameters-too-many', severity: 'warning', check: tooDense },
];
