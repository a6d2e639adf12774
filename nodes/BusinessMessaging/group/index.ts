import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import { create } from './create.operation';
import { approveJoinRequests, rejectJoinRequests } from './decide-join-requests.operation';
import { deleteGroup } from './delete.operation';
import { groupId, joinRequestIds } from './fields';
import { getJoinRequests } from './get-join-requests.operation';
import { getMany } from './get-many.operation';
import { get } from './get.operation';
import { getInviteLink, resetInviteLink } from './invite-link.operation';
import { removeParticipants } from './remove-participants.operation';
import { update } from './update.operation';

/** The operations by their values. */
export const groupOperations = {
	approveJoinRequests,
	create,
	delete: deleteGroup,
	get,
	getInviteLink,
	getJoinRequests,
	getMany,
	rejectJoinRequests,
	removeParticipants,
	resetInviteLink,
	update,
};

/** Which operation. */
export const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['group'] } },
	options: [
		{
			name: 'Approve Join Requests',
			value: 'approveJoinRequests',
			description: 'Let customers in who asked to join',
			action: 'Approve join requests of a group',
		},
		{ name: 'Create', value: 'create', description: 'Create a group', action: 'Create a group' },
		{
			name: 'Delete',
			value: 'delete',
			description: 'Delete a group and remove all its participants for good',
			action: 'Delete a group',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Get the chosen fields of a group',
			action: 'Get a group',
		},
		{
			name: 'Get Invite Link',
			value: 'getInviteLink',
			description: 'Get the link by which customers join',
			action: 'Get the invite link of a group',
		},
		{
			name: 'Get Join Requests',
			value: 'getJoinRequests',
			description: 'List the requests that wait for a decision',
			action: 'Get the join requests of a group',
		},
		{
			name: 'Get Many',
			value: 'getMany',
			description: 'List the groups of the phone number',
			action: 'Get many groups',
		},
		{
			name: 'Reject Join Requests',
			value: 'rejectJoinRequests',
			description: 'Turn down customers who asked to join',
			action: 'Reject join requests of a group',
		},
		{
			name: 'Remove Participants',
			value: 'removeParticipants',
			description: 'Remove up to 8 participants',
			action: 'Remove participants from a group',
		},
		{
			name: 'Reset Invite Link',
			value: 'resetInviteLink',
			description: 'Make a new link; the former ones are valid no more',
			action: 'Reset the invite link of a group',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Change the subject, the description or the picture',
			action: 'Update a group',
		},
	],
	default: 'getMany',
};

const ofOneGroup = Object.keys(groupOperations).filter((name) => name !== 'create' && name !== 'getMany');

export const description: INodeProperties[] = [
	...shownFor('group', ofOneGroup, [groupId]),
	...shownFor('group', ['approveJoinRequests', 'rejectJoinRequests'], [joinRequestIds]),
	...Object.values(groupOperations).flatMap((each) => each.description),
];
