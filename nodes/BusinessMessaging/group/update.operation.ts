import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../operation';
import { descriptionOption } from './fields';
import { onGroup } from './on-group';
import { readChange } from './read-change';

const picture: INodeProperties = {
	displayName: 'Picture',
	name: 'picture',
	type: 'string',
	default: 'data',
	description:
		'The name of the input field that contains the binary file data: a square JPEG of 192 pixels a side or more, 5 MB at most',
};

const pictureHandle: INodeProperties = {
	displayName: 'Picture Handle',
	name: 'profile_picture_file',
	type: 'string',
	default: '',
	description: 'A picture that the gateway has already, by its handle',
};

const newSubject: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
	description: 'At most 128 characters',
};

/** Changes a group; with a picture from binary data in one multipart request. */
export const update: Operation = {
	description: [],
	options: [descriptionOption, picture, pictureHandle, newSubject],
	prepare: onGroup(async ({ context, groups, groupId, itemIndex }) => {
		await groups.update(groupId, await readChange(context, itemIndex));
		return [{ json: { groupId, success: true } }];
	}),
};
