import type { INodeProperties } from 'n8n-workflow';

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

/** Why a person stops it. */
export const reason: INodeProperties = {
	displayName: 'Reason',
	name: 'reason',
	type: 'string',
	default: '',
	description: 'Why, for the report',
};
