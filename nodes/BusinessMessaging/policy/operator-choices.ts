import type { INodePropertyOptions } from 'n8n-workflow';
import type { FactType } from '../../../engine';
import { factCatalogue, operatorCatalogue } from '../../../engine';

interface Operator {
	label: string;
	description: string;
	factTypes: readonly FactType[];
	example: string;
}

const OPERATORS: Array<[string, Operator]> = Object.entries(operatorCatalogue);
const TYPES: Readonly<Record<string, FactType | undefined>> = Object.fromEntries(
	Object.entries(factCatalogue).map(([name, { type }]) => [name, type]),
);

/** The operators that fit a fact, as the form offers them; all of them if the fact isn't known yet. */
export function operatorChoices(fact: string): INodePropertyOptions[] {
	const type = TYPES[fact];
	return OPERATORS.filter(([, { factTypes }]) => type === undefined || factTypes.includes(type)).map(
		([value, { label, description, example }]) => ({
			name: label,
			value,
			description: `${description} For example: ${example}`,
		}),
	);
}
