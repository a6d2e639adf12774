import type { INodeProperties } from 'n8n-workflow';

/** Which group. */
export const groupId: INodeProperties = {
	displayName: 'Group ID',
	name: 'groupId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'Y2FwaV9ncm91cDoxMjM',
};

/** Which join requests to decide on. */
export const joinRequestIds: INodeProperties = {
	displayName: 'Join Request IDs',
	name: 'joinRequestIds',
	type: 'string',
	required: true,
	default: '',
	description: 'One ID, several separated by commas, or an array. Get Join Requests gives them.',
};

/** What the group is about. */
export const descriptionOption: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	description: 'At most 2,048 characters',
};
