import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod';
import { isObject } from '../../../base';
import type { GatewayClient } from '../../../gateway';
import type { TemplateMessageComponent } from '../../../platform';
import { createParameterReader } from '../read/item-parameter';
import { componentsOf } from './template-components';
import { areOfAnother, textInForm, variablesInForm } from './template-form';
import type { TemplateReference } from './template-reference';
import { readTemplateReference, writeTemplateReference } from './template-reference';
import type { TemplateVariable } from './template-variables';
import { isOptional, variablesOf, wordsAround } from './template-variables';

/** So much is shown of a value that can't be sent. Characters */
const MOST_SHOWN = 60;

/** The resource mapper's parameter, as n8n keeps it. */
const mapping = z.lazy(() =>
	z.looseObject({
		mappingMode: z.string().catch('defineBelow'),
		value: z.record(z.string(), z.unknown()).nullish(),
		schema: z.array(z.looseObject({ id: z.string(), displayName: z.string().optional() })).catch([]),
	}),
);

type Variable = Pick<TemplateVariable, 'id'> & { label?: string; displayName?: string };

type ChosenTemplate = TemplateReference & {
	/** The values by the IDs of the variables. */
	values: Record<string, string>;
	components: TemplateMessageComponent[];
	/** The gateway was asked, and doesn't have it. */
	isAbsent?: true;
};

/** In automatic mode, a variable takes the item's field that has its ID, or its name alone. */
function autoMapped(variables: readonly Variable[], json: IDataObject): Record<string, unknown> {
	return Object.fromEntries(
		variables.map(({ id }) => [id, json[id] ?? json[id.replace(/^(header|body|button)_(text:)?/, '')]]),
	);
}

/**
 * A variable by the words around it, or else as the form calls it. Automatic mapping goes by its ID, which is the name of
 * the item's field.
 */
function nameOf({ id, label, displayName = label }: Variable, isAutomatic: boolean, text: string): string {
	const [, part, name = ''] = /^(header|body)_(?:text:)?(.+)$/.exec(id) ?? [];
	const words = part && wordsAround(text, part as 'header' | 'body', name);
	if (isAutomatic || displayName === undefined) return words ? `${id} in “${words}”` : id;
	return words ? `{{${name}}} in “${words}”` : displayName;
}

/** The expressions that variables have for values, without the sign that n8n stores before each: `{{ $json.name }}`. */
function expressionsOf(variables: readonly Variable[], stored: unknown): string[] {
	const { value } = mapping.parse(isObject(stored) ? stored : {});
	return variables.flatMap(({ id }) => {
		const given = value?.[id];
		return typeof given === 'string' && given.startsWith('=') ? given.slice(1).trim() : [];
	});
}

/** Says that values are expressions that give nothing for this item, and what to do. */
const emptyExpressions = (expressions: readonly string[]): string =>
	expressions.length === 1
		? `Its value is ${expressions[0]}, which is empty for this item. Fill in that field of the item, or change the value under Variables.`
		: `Their values are ${expressions.join(', ')}, which are empty for this item. Fill in these fields of the item, or change the values under Variables.`;

/** n8n keeps the variables of a template until the form of the node is opened again. */
const STALE = " If the form doesn't show that, close the node and open it again.";

function missingError(
	name: string,
	missing: readonly Variable[],
	{
		expressions,
		isAutomatic,
		isShown,
		text,
	}: { expressions: string[]; isAutomatic: boolean; isShown: boolean; text: string },
): Error {
	const list = missing.map((variable) => nameOf(variable, isAutomatic, text)).join(', ');
	const what = missing.length === 1 ? 'a value for 1 variable' : `values for ${missing.length} variables`;
	const [fields, them] =
		missing.length === 1 ? ['a field with this name', 'it'] : ['fields with these names', 'them'];
	const fillIn =
		expressions.length === missing.length
			? emptyExpressions(expressions)
			: `Fill ${them} in under Variables.${isShown ? '' : STALE}`;
	const todo = isAutomatic ? `Add ${fields} to the item, or choose Map Each Column Manually.` : fillIn;
	return new Error(`The template ${name} still needs ${what}: ${list}. ${todo}`);
}

/** Variables with the labels that the form shows, if it shows them. */
const asInForm = (variables: readonly Variable[], schema: readonly Variable[]): Variable[] =>
	variables.map((variable) => ({ ...variable, ...schema.find(({ id }) => id === variable.id) }));

/** An expression can return the data of a flow as an object. In a text, customers would read the JSON of one. */
const TAKES_OBJECT = /_flow_data$/;

/** @throws Error that names each value that is an object, but goes into a text */
function refuseObjects(
	name: string,
	variables: readonly Variable[],
	filled: ReadonlyArray<[string, unknown]>,
	{ isAutomatic, text }: { isAutomatic: boolean; text: string },
): void {
	const objects = filled.filter(([id, value]) => typeof value === 'object' && !TAKES_OBJECT.test(id));
	if (objects.length === 0) return;
	const list = objects.map(([id, value]) => {
		const variable = variables.find((each) => each.id === id) ?? { id };
		const written = JSON.stringify(value);
		const start = written.length > MOST_SHOWN ? `${written.slice(0, MOST_SHOWN)}…` : written;
		return `${nameOf(variable, isAutomatic, text)} is ${start}`;
	});
	throw new Error(
		`The template ${name} takes texts, but got an object or a list: ${list.join('; ')}. Use an expression that returns a text, such as one field of it.`,
	);
}

const isEmpty = (value: unknown) =>
	value === undefined || value === null || value === '' || Number.isNaN(value);

interface TemplateReaderOptions {
	/** Asks for the variables of each template, not only if the form still has those of one that was chosen before. */
	verify?: boolean;
}

/** Reads the chosen template of each item, and asks the gateway about each template at most once. */
export function createTemplateReader(
	context: IExecuteFunctions,
	gateway: GatewayClient,
	{ verify = false }: TemplateReaderOptions = {},
) {
	const asked = new Map<string, Promise<Variable[] | undefined>>();
	const chosenOf = createParameterReader<unknown>(context, 'template', '', { extractValue: true });
	const mappingOf = createParameterReader<object>(context, 'templateVariables', {});
	const items = context.getInputData();

	/** The variables of the template itself; `undefined` if the gateway doesn't have it. */
	function askForVariables(reference: TemplateReference): Promise<Variable[] | undefined> {
		const key = writeTemplateReference(reference);
		const answer =
			asked.get(key) ??
			gateway.templates
				.get(reference.name, reference.language)
				.then((template) => template && variablesOf(template));
		asked.set(key, answer);
		return answer;
	}

	/**
	 * The chosen template and its values for an item; `undefined` if none is chosen.
	 * @throws Error that names every variable without a value
	 */
	return async (itemIndex: number): Promise<ChosenTemplate | undefined> => {
		const reference = readTemplateReference(chosenOf(itemIndex));
		if (!reference) return undefined;

		const { mappingMode, value, schema } = mapping.parse(mappingOf(itemIndex));
		const isAutomatic = mappingMode === 'autoMapInputData';
		// What can't be verified is left to the gateway when the message is sent.
		const asks = verify || areOfAnother(schema, reference);
		const answer = asks
			? await askForVariables(reference).then(
					(found) => ({ found }),
					() => undefined,
				)
			: undefined;
		const verified = answer?.found;
		const known =
			isAutomatic && schema.length === 0 ? await askForVariables(reference) : variablesInForm(schema);
		const variables = verified ? asInForm(verified, schema) : (known ?? []);
		const { json } = items[itemIndex]!;
		const given = isAutomatic ? autoMapped(variables, json) : (value ?? {});
		const missing = variables.filter(({ id }) => !isOptional(id) && isEmpty(given[id]));
		const text = textInForm(schema) ?? '';
		if (missing.length > 0) {
			const isShown = missing.every(({ id }) => schema.some((field) => field.id === id));
			const expressions = expressionsOf(missing, context.getNode().parameters.templateVariables);
			throw missingError(reference.name, missing, { expressions, isAutomatic, isShown, text });
		}
		const isOfTemplate = (name: string) => !verified || verified.some(({ id }) => id === name);
		const filled = Object.entries(given).filter(([name, each]) => isOfTemplate(name) && !isEmpty(each));
		refuseObjects(reference.name, variables, filled, { isAutomatic, text });
		const texts = filled.map(([id, each]) => [
			id,
			typeof each === 'object' ? JSON.stringify(each) : String(each),
		]);
		const values = Object.fromEntries(texts) as Record<string, string>;
		const isAbsent = answer !== undefined && verified === undefined;
		return { ...reference, values, components: componentsOf(values), ...(isAbsent && { isAbsent }) };
	};
}
