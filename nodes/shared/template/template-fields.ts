import type { INodeProperties } from 'n8n-workflow';

/** The approved template, from the live list or by name and language. */
export const template: INodeProperties = {
	displayName: 'Template',
	name: 'template',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	hint: 'Goes out if the customer last wrote more than 24 hours ago, or never',
	description: 'The approved template to send',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'order_update/en_US',
			hint: 'Name and language, separated by a slash',
			validation: [
				{
					type: 'regex',
					properties: {
						// The template is optional, so the field may be emptied.
						regex: '^([a-z0-9_]{1,512}/[A-Za-z]{2,3}([_-][A-Za-z]{2,4})?)?$',
						errorMessage: 'Enter the name and the language, for example order_update/en_US',
					},
				},
			],
		},
	],
};

/** The values of the chosen template's variables. */
export const templateVariables: INodeProperties = {
	displayName: 'Template Variables',
	name: 'templateVariables',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { hide: { template: [''] } },
	typeOptions: {
		loadOptionsDependsOn: ['template.value'],
		resourceMapper: {
			resourceMapperMethod: 'getTemplateVariables',
			mode: 'add',
			fieldWords: { singular: 'variable', plural: 'variables' },
			addAllFields: true,
			valuesLabel: 'Variables',
			supportAutoMap: true,
			// The notice of the method says why there are no fields.
			hideNoDataError: true,
			refreshStaleSchemaOnOpen: true,
		},
	},
};
