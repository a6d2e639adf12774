import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { GroupInformationField } from '../../../platform';
import { shownFor } from '../operation';
import type { Operation } from '../operation';
import { informationJson } from './group-json';
import { onGroup } from './on-group';

/** Fields by the interface's names. Id and product come with every answer. */
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
	description: 'What to ask for. The gateway gives the ID alone where nothing is chosen.',
};

/** Gets what is known of a group: the chosen fields. */
export const get: Operation = {
	description: shownFor('group', 'get', [fields]),
	prepare: onGroup(async ({ context, groups, groupId, itemIndex }) => {
		const chosen = context.getNodeParameter('fields', itemIndex, []) as GroupInformationField[];
		const group = await groups.get(groupId, chosen);
		const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
		return [{ json: isSimple ? { id: groupId, ...informationJson(group) } : (group as IDataObject) }];
	}),
};
