import type { INodeProperties } from 'n8n-workflow';
import { checkFirstOption } from '../../shared/common-fields';
import type { Operation } from '../../shared/operation';
import { descriptionOption } from './description-option';
import { groupIdField, onGroup } from './on-group';
import { readChange } from './read-change';

const picture: INodeProperties = {
	displayName: 'Picture',
	name: 'picture',
	type: 'string',
	default: 'data',
	description:
		'The name of the input field that contains the binary file data: a square JPEG of at least 192 × 192 pixels, at most 5 MB',
};

const pictureHandle: INodeProperties = {
	displayName: 'Picture Handle',
	name: 'profile_picture_file',
	type: 'string',
	default: '',
	description: 'The handle of a picture that the gateway already has',
};

const newSubject: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
	description: 'At most 128 characters',
};

/** Changes a group. A picture from binary data goes along in one multipart request. */
export const update: Operation = {
	value: 'update',
	name: 'Update',
	description: 'Change the subject, the description, or the picture',
	action: 'Update a group',
	fields: [groupIdField],
	options: [checkFirstOption, descriptionOption, picture, pictureHandle, newSubject],
	forEachItem: onGroup(async ({ context, groups, groupId, itemIndex }) => {
		const { change, checkFirst } = await readChange(context, itemIndex);
		await groups.update(groupId, change, { checkFirst });
		return [{ json: { groupId, success: true } }];
	}),
};
