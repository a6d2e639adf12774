import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { GroupInformationField } from '../../../platform';
import { simplify } from '../../shared/common-fields';
import type { Operation } from '../../shared/operation';
import { informationJson } from './group-json';
import { groupIdField, onGroup } from './on-group';

/** Fields by the interface's names. ID and product come with every answer. */
const FIELDS = {
	creation_timestamp: 'Created At',
	description: 'Description',
	join_approval_mode: 'Joining',
	total_participant_count: 'Participant Count',
	participants: 'Participants',
	subject: 'Subject',
	suspended: 'Suspended',
} as const satisfies Partial<Record<GroupInformationField, string>>;

const fields: INodeProperties = {
	displayName: 'Fields',
	name: 'fields',
	type: 'multiOptions',
	options: Object.entries(FIELDS).map(([value, name]) => ({ name, value })),
	default: [...Object.keys(FIELDS)],
	description: 'The fields to return. If you choose none, the gateway returns only the ID.',
};

/** Gets the chosen fields of a group. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get the chosen fields of a group',
	action: 'Get a group',
	fields: [groupIdField, fields, simplify],
	forEachItem: onGroup(async ({ context, groups, groupId, itemIndex }) => {
		const chosen = context.getNodeParameter('fields', itemIndex, []) as GroupInformationField[];
		const group = await groups.get(groupId, chosen);
		const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
		return [{ json: isSimple ? { id: groupId, ...informationJson(group) } : (group as IDataObject) }];
	}),
};
