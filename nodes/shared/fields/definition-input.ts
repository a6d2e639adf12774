import type { INodeProperties } from 'n8n-workflow';

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
