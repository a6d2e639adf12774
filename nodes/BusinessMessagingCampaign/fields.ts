import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** A planned campaign, from the list or by its ID. */
export const campaignField: INodeProperties = {
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

/** What to do after an operation. */
export const nextStep = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
});

/** One item with the counts, or one item for each recipient. */
export const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'Summary', value: 'summary', description: 'One item with the counts' },
		{ name: 'Each Recipient', value: 'each', description: 'One item for each recipient' },
	],
	default: 'summary',
};

/** Whether the form asks for one item for each recipient. */
export const asksForEach = (context: IExecuteFunctions): boolean =>
	context.getNodeParameter('output', 0, 'summary') === 'each';

/** Why a person stops a campaign. */
export const reasonField: INodeProperties = {
	displayName: 'Reason',
	name: 'reason',
	type: 'string',
	default: '',
	description: 'The reason to show in the report',
};
