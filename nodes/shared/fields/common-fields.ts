import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { byName } from './by-name';

/** All results, or only some. */
export const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** How many results, if not all. */
export const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
};

/** The fields that people use, or the answer as it is. */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** The categories of a template. */
export const categories: INodePropertyOptions[] = [
	{ name: 'Authentication', value: 'AUTHENTICATION', description: 'Codes to sign in with' },
	{ name: 'Marketing', value: 'MARKETING', description: 'Offers and news' },
	{ name: 'Utility', value: 'UTILITY', description: 'About an order or an account' },
];

/** The collection that holds options. */
export function optionsField(options: INodeProperties[]): INodeProperties {
	const named = options.map((option) => ({ name: option.displayName, option }));
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: named.sort(byName).map(({ option }) => option),
	};
}
