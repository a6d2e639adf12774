import type { INodePropertyOptions } from 'n8n-workflow';
import type { FactCatalogue, FactType } from '../../../engine';
import { meantOperator, operatorCatalogue } from '../../../engine';

interface Operator {
	label: string;
	description: string;
	factTypes: readonly FactType[];
	example: string;
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map(Object.entries(operatorCatalogue));

/** The operators that fit a fact, as the form offers them; those of all facts if it isn't known yet. */
export function operatorChoices(fact: string, catalogue: FactCatalogue): INodePropertyOptions[] {
	const asked = Object.hasOwn(catalogue, fact) ? [catalogue[fact]!] : Object.values(catalogue);
	return [...OPERATORS].flatMap(([value, { label }]) => {
		const meant = OPERATORS.get(meantOperator(fact, value, catalogue))!;
		if (!asked.some(({ type }) => meant.factTypes.includes(type))) return [];
		const what = meant.label === label ? meant.description : `The same as "${meant.label}".`;
		return [{ name: label, value, description: `${what} For example: ${meant.example}` }];
	});
}
