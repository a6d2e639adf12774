import type { Resource } from '../../shared/operation';
import { approveJoinRequests } from './approve-join-requests.operation';
import { create } from './create.operation';
import { deleteGroup } from './delete.operation';
import { getInviteLink } from './get-invite-link.operation';
import { getJoinRequests } from './get-join-requests.operation';
import { getMany } from './get-many.operation';
import { get } from './get.operation';
import { rejectJoinRequests } from './reject-join-requests.operation';
import { removeParticipants } from './remove-participants.operation';
import { resetInviteLink } from './reset-invite-link.operation';
import { update } from './update.operation';

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
