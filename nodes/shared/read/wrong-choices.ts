import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { oneOf } from '../../../base';
import { ProblemList } from '../errors/item-errors';
import type { Form } from '../operation';
import { createParameterReader } from './item-parameter';
import { readAllFirst } from './read-all-first';

const REFUSED = 'Nothing was done.';

/** So many choices are named. */
const MOST_NAMED = 8;

/** A field whose value can only be one of a few, which an expression doesn't know. */
interface Choice {
	/** Its path in the form, such as `options.category`. */
	path: string;
	displayName: string;
	/** What it can be, as a sentence names it. */
	words: ReadonlyMap<unknown, string>;
}

/** What a field can be; `undefined` if that is more than its type says. */
function wordsOf({ type, typeOptions, options = [] }: INodeProperties): Choice['words'] | undefined {
	if (type === 'boolean') return new Map([true, false].map((value) => [value, String(value)]));
	if (type !== 'options' || typeOptions?.loadOptionsMethod !== undefined) return undefined;
	const named = (options as INodePropertyOptions[]).filter(({ value }) => value !== '');
	return new Map(named.map(({ name, value }) => [value, `${JSON.stringify(value)} (${name})`]));
}

/** The fields of a form that have few values and are expressions. One name can stand for several, each shown for itself. */
function choicesOf(context: IExecuteFunctions, { fields = [], options = [] }: Form): Choice[] {
	const choices = new Map<string, Choice>();
	const add = (field: INodeProperties, stored: unknown, path: string) => {
		const words = wordsOf(field);
		if (!words || typeof stored !== 'string' || !stored.startsWith('=')) return;
		const others = choices.get(path)?.words ?? [];
		choices.set(path, { path, displayName: field.displayName, words: new Map([...others, ...words]) });
	};
	const { parameters } = context.getNode();
	const within = (name: string, inside: readonly INodeProperties[]) => {
		const stored = (parameters[name] ?? {}) as Record<string, unknown>;
		for (const field of inside) add(field, stored[field.name], `${name}.${field.name}`);
	};
	for (const field of fields) {
		if (field.type === 'collection') within(field.name, field.options as INodeProperties[]);
		else add(field, parameters[field.name], field.name);
	}
	within('options', options);
	return [...choices.values()];
}

/** Whether a field can be a value. The platform's own words, such as MARKETING, count in any case. */
const isOneOf = ({ words }: Choice, value: unknown) =>
	value === '' || words.has(value) || (typeof value === 'string' && words.has(value.toUpperCase()));

/** What a field has to be instead of a value. */
function sentence({ displayName, words }: Choice, value: unknown): string {
	const all = [...words.values()];
	const named = all.length > MOST_NAMED ? `one of its choices, such as ${all[0]!}` : oneOf(all);
	return `${displayName} must be ${named}, not ${JSON.stringify(value)}. Change what its expression returns.`;
}

/**
 * Checks the fields of all items that have few values before anything is done: if an expression returned another one, what
 * it means would be a guess. A field for which it returned nothing counts as one that is left out.
 * @returns what ends with the error of an item, if the node continues after errors
 * @throws the error that names all such items, if it doesn't
 */
export async function checkChoicesFirst(
	context: IExecuteFunctions,
	form: Form,
): Promise<(itemIndex: number) => Promise<void>> {
	const choices = choicesOf(context, form).map((choice) => ({
		choice,
		read: createParameterReader<unknown>(context, choice.path, ''),
	}));
	if (choices.length === 0) return () => Promise.resolve();
	const check = async (itemIndex: number) => {
		const wrong = choices.flatMap(({ choice, read }) => {
			const value = read(itemIndex) ?? '';
			return isOneOf(choice, value) ? [] : [sentence(choice, value)];
		});
		if (wrong.length > 0) throw new ProblemList(REFUSED, wrong);
	};
	const itemIndexes = [...context.getInputData().keys()];
	return readAllFirst(context, check, { itemIndexes, refused: REFUSED });
}
