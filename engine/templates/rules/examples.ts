import type { Finding } from '../rule';
import { distinctVariables, fieldsOf, isFilled, itemsOf } from '../rule';
import type { ParameterFormat } from '../definition';

/**
 * Where the samples of a text's variables are in its `example`, in each format (docs/interface.md, Template
 * components).
 */
export interface SampleKeys {
	POSITIONAL: string;
	NAMED: string;
	/** Whether the positional samples are a list in a list. */
	nested: boolean;
}

const written = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ');

/**
 * The samples of a text's variables in order; `undefined` if they are in another form. A header's example is an object or
 * a text, which is the only sample; a body's is an object with a list of lists (docs/interface.md, Template components).
 */
function positionalSamples(
	example: unknown,
	{ POSITIONAL: key, nested }: SampleKeys,
): readonly unknown[] | undefined {
	const value = fieldsOf(example)[key];
	if (nested) return Array.isArray(value) && value.every(Array.isArray) ? itemsOf(value[0]) : undefined;
	if (typeof example === 'string') return [example];
	return typeof value === 'string' ? [value] : itemsOf(value);
}

/** What is wrong with the samples of a text. */
type About = (names: readonly string[], example: unknown, keys: SampleKeys) => Finding[];

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

const aboutNumbered: About = (names, example, keys) => {
	const samples = positionalSamples(example, keys);
	if (samples?.length === names.length && samples.every(isFilled)) return [];
	const form = JSON.stringify(keys.nested ? [names.map(() => 'sample')] : names.map(() => 'sample'));
	if (names.length === 0) {
		return [
			{
				message: 'The text has no variables, but there are samples. Remove them.',
				inJson: `remove example.${keys.POSITIONAL}.`,
			},
		];
	}
	const counts = `It has ${countOf(names.length, 'variable')}, but ${countOf(samples?.filter(isFilled).length ?? 0, 'sample')}.`;
	return [
		{
			message: `Add one sample for each variable, ${written(names)}. ${counts}`,
			inJson: `example.${keys.POSITIONAL} is a list such as ${form}.`,
		},
	];
};

const aboutNamed: About = (names, example, keys) => {
	const samples = itemsOf(fieldsOf(example)[keys.NAMED]).map(fieldsOf);
	const sampled = samples
		.filter((sample) => isFilled(sample.example))
		.map(({ param_name: name }) => String(name));
	const without = names.filter((name) => !sampled.includes(name));
	const unknown = sampled.filter((name) => !names.includes(name));
	return [
		...(without.length > 0
			? [
					{
						message:
							without.length === 1
								? `The sample for ${written(without)} is missing. Add it.`
								: `The samples for ${written(without)} are missing. Add them.`,
						inJson: `example.${keys.NAMED} is a list with { "param_name": "${without[0]}", "example": "…" }.`,
					},
				]
			: []),
		...(unknown.length > 0
			? [
					{
						message: `There is a sample for ${written(unknown)}, which isn't in the text. Remove it.`,
						inJson: `remove it from example.${keys.NAMED}.`,
					},
				]
			: []),
	];
};

/** What is wrong if the samples of a text don't match its variables, otherwise nothing. */
export function sampleProblems(
	text: unknown,
	example: unknown,
	format: ParameterFormat,
	keys: SampleKeys,
): Finding[] {
	const names = typeof text === 'string' ? distinctVariables(text) : [];
	if (names.length === 0 && typeof example !== 'string' && fieldsOf(example)[keys[format]] === undefined)
		return [];
	const about = format === 'NAMED' ? aboutNamed : aboutNumbered;
	return about(names, example, keys).map((finding) => ({ at: ['example'], ...finding }));
}
