import { distinctParameters, fieldsOf, isFilled, itemsOf } from '../rule';
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

/** An example is an object, or a text that is the only sample (docs/interface.md, Template components). */
function positionalSamples(example: unknown, { POSITIONAL: key, nested }: SampleKeys): readonly unknown[] {
	if (typeof example === 'string') return [example];
	const value = fieldsOf(example)[key];
	const list = typeof value === 'string' ? [value] : itemsOf(value);
	return nested && Array.isArray(list[0]) ? (list[0] as unknown[]) : list;
}

function aboutNumbered(names: readonly string[], example: unknown, keys: SampleKeys): string | undefined {
	const samples = positionalSamples(example, keys);
	if (samples.length === names.length && samples.every(isFilled)) return undefined;
	const form = JSON.stringify(keys.nested ? [names.map(() => 'sample')] : names.map(() => 'sample'));
	return names.length === 0
		? `The text has no parameters, but there are samples. Remove example.${keys.POSITIONAL}.`
		: `Add one sample for each variable, ${written(names)}. There are ${names.length} variables and ${samples.filter(isFilled).length} samples. In JSON: example.${keys.POSITIONAL} is a list such as ${form}.`;
}

function aboutNamed(names: readonly string[], example: unknown, keys: SampleKeys): string | undefined {
	const samples = itemsOf(fieldsOf(example)[keys.NAMED]).map(fieldsOf);
	const sampled = samples
		.filter((sample) => isFilled(sample.example))
		.map(({ param_name: name }) => String(name));
	const without = names.filter((name) => !sampled.includes(name));
	const unknown = sampled.filter((name) => !names.includes(name));
	return [
		without.length > 0 &&
			`The sample for ${written(without)} is missing. Add { "param_name": "${without[0]}", "example": "…" } to example.${keys.NAMED}.`,
		unknown.length > 0 &&
			`There is a sample for ${written(unknown)}, which isn't in the text. Remove it from example.${keys.NAMED}.`,
	]
		.filter(Boolean)
		.join(' ');
}

/** A sentence if the samples of a text don't match its variables, otherwise nothing. */
export function sampleProblem(
	text: unknown,
	example: unknown,
	format: ParameterFormat,
	keys: SampleKeys,
): string | undefined {
	const names = typeof text === 'string' ? distinctParameters(text) : [];
	if (names.length === 0 && typeof example !== 'string' && fieldsOf(example)[keys[format]] === undefined)
		return undefined;
	return format === 'NAMED' ? aboutNamed(names, example, keys) : aboutNumbered(names, example, keys);
}
