import type { INodeProperties } from 'n8n-workflow';
import type { Checks } from '../../../gateway';
import type { NewGroup } from '../../../platform';
import { connectGateway } from '../../shared/connect';
import { checkFirstOption } from '../../shared/common-fields';
import type { Operation } from '../../shared/operation';
import { descriptionOption } from './description-option';

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

/** Creates a group. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	description: 'Create a group',
	action: 'Create a group',
	fields: [subject],
	options: [checkFirstOption, descriptionOption, joining],
	async forEachItem(context) {
		const { gateway } = await connectGateway(context);
		return async (itemIndex) => {
			const { checkFirst, ...given } = context.getNodeParameter('options', itemIndex, {}) as Checks &
				Omit<NewGroup, 'subject'>;
			const group = { ...given, subject: String(context.getNodeParameter('subject', itemIndex) ?? '') };
			const { id } = await gateway.groups.create(group, { checkFirst });
			return [{ json: { id, subject: group.subject } }];
		};
	},
};
