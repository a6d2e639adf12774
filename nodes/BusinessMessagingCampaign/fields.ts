import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** A campaign that was planned, from the list or by its id. */
export const campaign: INodeProperties = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchCampaigns', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'spring-sale' },
	],
};

/** One item that counts, or one for each recipient. */
export const output: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'Summary', value: 'summary', description: 'One item with the counts' },
		{ name: 'Each Recipient', value: 'each', description: 'An item for each recipient' },
	],
	default: 'summary',
};

/** Whether an item for each recipient is asked for. */
export const asksForEach = (context: IExecuteFunctions): boolean =>
	context.getNodeParameter('output', 0, 'summary') === 'each';

/** Why a person stops it. */
export const reason: INodeProperties = {
	displayName: 'Reason',
	name: 'reason',
	type: 'string',
	default: '',
	description: 'Why, for the report',
};
