import type { INodeProperties } from 'n8n-workflow';

/** A field for a line of text. */
export const line = (displayName: string, name: string, description?: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description,
});
