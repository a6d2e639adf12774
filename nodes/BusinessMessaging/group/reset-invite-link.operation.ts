import type { Operation } from '../../shared/operation';
import { askForInviteLink } from './invite-link';
import { groupIdField } from './on-group';

/** Makes a new invite link. */
export const resetInviteLink: Operation = {
	value: 'resetInviteLink',
	name: 'Reset Invite Link',
	description: 'Create a new invite link. Earlier links stop working.',
	action: 'Reset the invite link of a group',
	fields: [groupIdField],
	forEachItem: askForInviteLink('resetInviteLink'),
};
