import type { Operation } from '../../shared/operation';
import { groupIdField, onGroup } from './on-group';

/** Deletes a group and removes all its participants for good. */
export const deleteGroup: Operation = {
	value: 'delete',
	name: 'Delete',
	description: 'Delete a group and remove all its participants permanently',
	action: 'Delete a group',
	fields: [groupIdField],
	forEachItem: onGroup(async ({ groups, groupId }) => {
		await groups.delete(groupId);
		return [{ json: { groupId, success: true } }];
	}),
};
