import type { INodePropertyOptions } from 'n8n-workflow';
import type { FactType } from '../../../engine';
import { factCatalogue, operatorCatalogue } from '../../../engine';

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

const DAYS = { equal: 'onDays', notEqual: 'notOnDays' };

/** What "is" and "is not", with which the form begins, mean for facts that have operators of their own. */
const MEANT: Readonly<Partial<Record<FactType, typeof DAYS>>> = {
	weekday: DAYS,
	date: DAYS,
	localTime: { equal: 'withinHours', notEqual: 'outsideHours' },
};

/** The operator of a condition that the form means for the fact. */
export function meantOperator(fact: string, operator: string): string {
	const type = TYPES[fact];
	const meant: Readonly<Record<string, string>> = (type && MEANT[type]) ?? {};
	return meant[operator] ?? operator;
}

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
