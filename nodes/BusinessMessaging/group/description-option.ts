import type { INodeProperties } from 'n8n-workflow';

/** What the group is about. */
export const descriptionOption: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	description: 'At most 2,048 characters',
};
