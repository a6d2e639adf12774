import type { Operation } from '../operation';
import { onGroup } from './on-group';

/** Gets the link by which customers join. */
export const getInviteLink: Operation = {
	description: [],
	prepare: onGroup(async ({ groups, groupId }) => {
		const { invite_link: inviteLink } = await groups.getInviteLink(groupId);
		return [{ json: { groupId, inviteLink } }];
	}),
};

/** Makes a new link; the former ones are valid no more. */
export const resetInviteLink: Operation = {
	description: [],
	prepare: onGroup(async ({ groups, groupId }) => {
		const { invite_link: inviteLink } = await groups.resetInviteLink(groupId);
		return [{ json: { groupId, inviteLink } }];
	}),
};
