import type { INodePropertyOptions } from 'n8n-workflow';
import type { FactType } from '../../../engine';
import { factCatalogue, meantOperator, operatorCatalogue } from '../../../engine';

interface Operator {
	label: string;
	description: string;
	factTypes: readonly FactType[];
	example: string;
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map(Object.entries(operatorCatalogue));
const TYPES: Readonly<Record<string, FactType | undefined>> = Object.fromEntries(
	Object.entries(factCatalogue).map(([name, { type }]) => [name, type]),
);

/** The operators that fit a fact, as the form offers them; all of them if the fact isn't known yet. */
export function operatorChoices(fact: string): INodePropertyOptions[] {
	const type = TYPES[fact];
	return [...OPERATORS].flatMap(([value, { label }]) => {
		const meant = OPERATORS.get(meantOperator(fact, value))!;
		if (type !== undefined && !meant.factTypes.includes(type)) return [];
		const what = meant.label === label ? meant.description : `The same as "${meant.label}".`;
		return [{ name: label, value, description: `${what} For example: ${meant.example}` }];
	});
}
