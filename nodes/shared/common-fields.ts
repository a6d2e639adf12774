import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { factsOption } from './message/own-facts';

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

const folded = (name: string) => name.normalize('NFD').toLowerCase();

/** Orders by name, in either case and with or without accents. `localeCompare` would load tables for 15 ms at start-up. */
export function byName(one: { name: string }, other: { name: string }): number {
	const [a, b] = [folded(one.name), folded(other.name)];
	return a < b ? -1 : Number(a > b);
}

/** Whether what breaks a documented limit is refused before the call. */
export const checkFirstOption: INodeProperties = {
	displayName: 'Check First',
	name: 'checkFirst',
	type: 'boolean',
	default: true,
	description:
		'Whether to refuse what breaks a documented limit before anything is sent; for a new template, also a name that was deleted too recently, too many names, and the wording of another one. Turn this off if your gateway allows more.',
};

/** Whether something is defined by fields or as JSON. */
export const definitionInput: INodeProperties = {
	displayName: 'Define',
	name: 'definitionInput',
	type: 'options',
	options: [
		{ name: 'Using Fields Below', value: 'fields' },
		{ name: 'Using JSON', value: 'json' },
	],
	default: 'fields',
};

/** Who the message is for. */
export const to: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: '+49 170 1234567',
	hint: "Enter a number, or drag the field with it here from the input panel, which is filled once the nodes before have run. In a trigger's item, it's contact.",
	description: "The customer's phone number, account ID, or user ID, or the ID of a group",
};

/** Below `to` in an agent's tool. */
export const toInTool: INodeProperties = {
	displayName:
		"Don't use $json in To: a customer who talks the model into it could put another number there. Name the node instead, for example {{ $('A customer writes').first().json.contact }}.",
	name: 'toInTool',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

/** Whether `to` is a customer or a group. */
export const recipientType: INodeProperties = {
	displayName: 'Recipient Type',
	name: 'recipientType',
	type: 'options',
	options: [
		{ name: 'Customer', value: 'individual' },
		{ name: 'Group', value: 'group' },
	],
	default: 'individual',
};

/** Options of what asks the rules. */
export const ruleOptions: INodeProperties[] = [
	{
		displayName: 'Category',
		name: 'category',
		type: 'options',
		options: [{ name: 'None', value: '' }, ...categories],
		default: '',
		description: "What the message is for, if the template doesn't say. Customers can opt out of marketing.",
	},
	{
		displayName: 'Explain',
		name: 'trace',
		type: 'boolean',
		// Who adds the option wants it. n8n stores it then, and an absent one is off.
		default: true,
		description: "Whether to return why each earlier rule didn't decide",
	},
	factsOption,
	{
		displayName: 'Last Message of the Customer',
		name: 'lastInboundAt',
		type: 'dateTime',
		default: '',
		description:
			'When the customer last wrote, if you know it from another source. Counts only if it is newer than what the rules know.',
	},
	{
		// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
		displayName: 'Policy',
		name: 'policy',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getPolicies' },
		default: 'strict',
		hint: 'Policies that you save are in this list. To wait while someone on your team answers, save one with the ready-made rule Human Active.',
		description:
			'The rules to use: a built-in policy, or one that you saved with Policy: Save. Without this option, the policy in the settings of the number counts, or else strict. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: '',
		placeholder: 'Europe/Berlin',
		description:
			"The customer's time zone, for rules that use the local time. Defaults to the one in the settings of your number, or else to the country of the customer's.",
	},
];
