import type { INodeProperties } from 'n8n-workflow';

/** Whether a trigger also starts for messages that an execution waits for. */
export const includeResponses: INodeProperties = {
	displayName: 'Include Responses',
	name: 'includeResponses',
	type: 'boolean',
	default: false,
	description:
		'Whether messages that Send and Wait for Response waits for also start the workflow. By default, they only continue the waiting execution.',
};
