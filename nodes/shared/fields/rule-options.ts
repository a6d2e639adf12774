import type { INodeProperties } from 'n8n-workflow';
import { categories } from './common-fields';

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
		default: false,
		description: "Whether to return why each earlier rule didn't decide",
	},
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
		description:
			'The rules to use: a built-in policy, or one that you saved with Policy: Save. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: '',
		placeholder: 'Europe/Berlin',
		description:
			"The customer's time zone, for rules that use the local time. Defaults to the country of the number.",
	},
];
