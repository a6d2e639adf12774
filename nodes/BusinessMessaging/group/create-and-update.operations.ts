import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Checks, GroupUpdate } from '../../../gateway';
import type { NewGroup } from '../../../platform';
import { checkFirstOption } from '../../shared/common-fields';
import type { ItemCall, Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { readFile } from '../../shared/read/values';
import { groupIdField, ofGroup, ofGroups } from './group';

/** What the group is about. */
const descriptionOption: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	description: 'At most 2,048 characters',
};

const subject: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	required: true,
	default: '',
	description: 'At most 128 characters',
};

const joining: INodeProperties = {
	displayName: 'Joining',
	name: 'join_approval_mode',
	type: 'options',
	options: [
		{ name: 'At Once', value: 'auto_approve', description: 'Anyone who follows the invite link joins' },
		{
			name: 'After Approval',
			value: 'approval_required',
			description: 'Anyone who follows the invite link asks to join',
		},
	],
	default: 'auto_approve',
};

/** An ID isn't a group yet: the platform creates it afterward. */
function describeCreated(output: readonly IDataObject[]): string | undefined {
	const { length } = output.filter(({ id }) => id !== undefined);
	if (length === 0) return undefined;
	const [groups, each] = length === 1 ? ['the group', 'it'] : [`${length} groups`, 'each of them'];
	return `The gateway accepted ${groups}. An event of the type group_create says whether the platform created ${each}: to get it, choose Group in a trigger. To let customers join, send them what Get Invite Link returns.`;
}

/** Creates a group. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	description: 'Create a group',
	action: 'Create a group',
	fields: [subject],
	options: [checkFirstOption, descriptionOption, joining],
	forEachItem: perItem(ofGroups, async ({ get, groups }) => {
		const { checkFirst, ...given } = get<Checks & Omit<NewGroup, 'subject'>>('options', {});
		const group = { ...given, subject: String(get('subject') ?? '') };
		const { id } = await groups.create(group, { checkFirst });
		return { json: { id, subject: group.subject } };
	}),
	hint: describeCreated,
};

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

/** What an item changes in a group. */
async function readChange({ context, get, itemIndex }: ItemCall): Promise<Checks & { change: GroupUpdate }> {
	const { picture, checkFirst = true, ...texts } = get<IDataObject>('options', {});
	const given = Object.entries(texts).filter(([name, value]) => name === 'description' || value !== '');
	const change = {
		...Object.fromEntries(given),
		...(picture ? { picture: await readFile(context, itemIndex, String(picture), 'Picture') } : {}),
	};
	return { change, checkFirst: checkFirst === true };
}

/** Changes a group. A picture from binary data goes along in one multipart request. */
export const update: Operation = {
	value: 'update',
	name: 'Update',
	description: 'Change the subject, the description, or the picture',
	action: 'Update a group',
	fields: [groupIdField],
	options: [checkFirstOption, descriptionOption, picture, pictureHandle, newSubject],
	forEachItem: perItem(ofGroup, async ({ groups, groupId, ...call }) => {
		const { change, checkFirst } = await readChange(call);
		await groups.update(groupId, change, { checkFirst });
		return { json: { groupId, success: true } };
	}),
};
