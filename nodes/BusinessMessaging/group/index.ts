import type { Operation, Resource } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { create, update } from './create-and-update.operations';
import { get, getMany } from './get.operations';
import { groupIdField, ofGroup } from './group';
import {
	approveJoinRequests,
	getJoinRequests,
	rejectJoinRequests,
	removeParticipants,
} from './participants.operations';

/** Deletes a group and removes all its participants for good. */
const deleteGroup: Operation = {
	value: 'delete',
	name: 'Delete',
	description: 'Delete a group and remove all its participants permanently',
	action: 'Delete a group',
	fields: [groupIdField],
	forEachItem: perItem(ofGroup, async ({ groups, groupId }) => {
		await groups.delete(groupId);
		return { json: { groupId, success: true } };
	}),
};

/** Asks for the invite link of each item's group, the current one or a new one. */
const askForInviteLink = (ask: 'getInviteLink' | 'resetInviteLink') =>
	perItem(ofGroup, async ({ groups, groupId }) => {
		const { invite_link: inviteLink } = await groups[ask](groupId);
		return { json: { groupId, inviteLink } };
	});

/** Gets the link that customers join with. */
const getInviteLink: Operation = {
	value: 'getInviteLink',
	name: 'Get Invite Link',
	description: 'Get the link that customers join with',
	action: 'Get the invite link of a group',
	fields: [groupIdField],
	forEachItem: askForInviteLink('getInviteLink'),
};

/** Makes a new invite link. */
const resetInviteLink: Operation = {
	value: 'resetInviteLink',
	name: 'Reset Invite Link',
	description: 'Create a new invite link. Earlier links stop working.',
	action: 'Reset the invite link of a group',
	fields: [groupIdField],
	forEachItem: askForInviteLink('resetInviteLink'),
};

export const group: Resource = {
	value: 'group',
	name: 'Group',
	default: 'getMany',
	operations: [
		approveJoinRequests,
		create,
		deleteGroup,
		get,
		getInviteLink,
		getJoinRequests,
		getMany,
		rejectJoinRequests,
		removeParticipants,
		resetInviteLink,
		update,
	],
};
