import type { Operation } from '../operation';
import { onGroup } from './on-group';

/** Deletes a group and removes all its participants for good. */
export const deleteGroup: Operation = {
	description: [],
	prepare: onGroup(async ({ groups, groupId }) => {
		await groups.delete(groupId);
		return [{ json: { groupId, success: true } }];
	}),
};
