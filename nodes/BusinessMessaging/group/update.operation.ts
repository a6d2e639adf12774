import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import type { Operation } from '../operation';
import { onGroup } from './on-group';
import { readChange } from './read-change';

const changes: INodeProperties = {
	displayName: 'Changes',
	name: 'changes',
	type: 'collection',
	placeholder: 'Add change',
	default: {},
	options: [
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			default: '',
			description: 'At most 2,048 characters',
		},
		{
			displayName: 'Picture',
			name: 'picture',
			type: 'string',
			default: 'data',
			description:
				'The name of the input field that contains the binary file data: a square JPEG of 192 pixels a side or more, 5 MB at most',
		},
		{
			displayName: 'Picture Handle',
			name: 'profile_picture_file',
			type: 'string',
			default: '',
			description: 'A picture that the gateway has already, by its handle',
		},
		{
			displayName: 'Subject',
			name: 'subject',
			type: 'string',
			default: '',
			description: 'At most 128 characters',
		},
	],
};

/** Changes a group; with a picture from binary data in one multipart request. */
export const update: Operation = {
	description: shownFor('group', 'update', [changes]),
	prepare: onGroup(async ({ context, groups, groupId, itemIndex }) => {
		await groups.update(groupId, await readChange(context, itemIndex));
		return [{ json: { groupId, success: true } }];
	}),
};
