import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import type { Operation } from '../operation';
import { readList } from '../../shared/read/read-list';
import { onGroup } from './on-group';

const participants: INodeProperties = {
	displayName: 'Participants',
	name: 'participants',
	type: 'string',
	required: true,
	default: '',
	placeholder: '+49 170 1234567, +49 171 7654321',
	description: 'Phone numbers or account IDs, 1 to 8: separated by commas, or an array',
};

/** Removes 1 to 8 participants. */
export const removeParticipants: Operation = {
	description: shownFor('group', 'removeParticipants', [participants]),
	prepare: onGroup(async ({ context, groups, groupId, itemIndex }) => {
		const users = readList(context.getNodeParameter('participants', itemIndex));
		await groups.removeParticipants(groupId, users);
		return [{ json: { groupId, participants: users, success: true } }];
	}),
};
