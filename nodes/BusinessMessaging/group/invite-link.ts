import { onGroup } from './on-group';

/** Asks for the invite link of each item's group, the current one or a new one. */
export const askForInviteLink = (ask: 'getInviteLink' | 'resetInviteLink') =>
	onGroup(async ({ groups, groupId }) => {
		const { invite_link: inviteLink } = await groups[ask](groupId);
		return [{ json: { groupId, inviteLink } }];
	});
