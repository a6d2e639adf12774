import type { Operation } from '../../shared/operation';
import { askForInviteLink } from './invite-link';
import { groupIdField } from './on-group';

/** Gets the link that customers join with. */
export const getInviteLink: Operation = {
	value: 'getInviteLink',
	name: 'Get Invite Link',
	description: 'Get the link that customers join with',
	action: 'Get the invite link of a group',
	fields: [groupIdField],
	forEachItem: askForInviteLink('getInviteLink'),
};
