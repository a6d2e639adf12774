import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { GatewayClient } from '../../../gateway';
import type {
	GroupInformation,
	GroupInformationField,
	GroupPageQuery,
	GroupSummary,
	Paging,
} from '../../../platform';
import { limit as limitField, returnAll, simplify } from '../../shared/common-fields';
import type { ItemCall, Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { readLimit } from '../../shared/read/values';
import { contactOf, groupIdField, isoOfSeconds, ofGroup, ofGroups, present } from './group';

/**
 * Fields by the interface's names, but for two that nobody needs to ask for: the ID is known, and the product is the same
 * for every group.
 */
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

/** The chosen fields of a group, with names and times as n8n writes them. */
function informationJson(group: GroupInformation): IDataObject {
	return present({
		id: group.id,
		subject: group.subject,
		description: group.description,
		joinApprovalMode: group.join_approval_mode,
		createdAt: isoOfSeconds(group.creation_timestamp),
		suspended: group.suspended,
		participantCount: group.total_participant_count,
		participants: group.participants?.map(contactOf),
	});
}

/** Gets the chosen fields of a group. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get the chosen fields of a group',
	action: 'Get a group',
	fields: [groupIdField, fields, simplify],
	forEachItem: perItem(ofGroup, async ({ get: read, groups, groupId }) => {
		const group = await groups.get(groupId, read<GroupInformationField[]>('fields', []));
		const isSimple = read('simplify', true);
		return { json: isSimple ? { id: groupId, ...informationJson(group) } : (group as IDataObject) };
	}),
};

const after: INodeProperties = {
	displayName: 'After Cursor',
	name: 'after',
	type: 'string',
	default: '',
	description:
		'Where to begin if you don\'t return all: the "after" cursor of an earlier page, from its raw items',
};

const before: INodeProperties = {
	displayName: 'Before Cursor',
	name: 'before',
	type: 'string',
	default: '',
	description:
		'Where to end if you don\'t return all: the "before" cursor of an earlier page, from its raw items',
};

/** The cursors that were filled in. */
function readPosition(options: IDataObject): Pick<GroupPageQuery, 'after' | 'before'> {
	const { after, before } = options;
	return { ...(after ? { after: String(after) } : {}), ...(before ? { before: String(before) } : {}) };
}

async function read({
	context,
	groups,
	itemIndex,
	get: field,
}: ItemCall & { groups: GatewayClient['groups'] }): Promise<{ found: GroupSummary[]; paging?: Paging }> {
	const limit = readLimit(context, itemIndex);
	if (limit === Infinity) return { found: await groups.listAll() };
	const { data, paging } = await groups.listMany({
		limit,
		...readPosition(field<IDataObject>('options', {})),
	});
	return { found: data.groups, paging };
}

/** A group from a list, with names and times as n8n writes them. */
const summaryJson = ({ id, subject, created_at: created }: GroupSummary): IDataObject =>
	present({ id, subject, createdAt: isoOfSeconds(created) });

/** Lists the groups of the number. */
export const getMany: Operation = {
	value: 'getMany',
	name: 'Get Many',
	description: 'List the groups of the phone number',
	action: 'Get many groups',
	fields: [returnAll, limitField, simplify],
	options: [after, before],
	forEachItem: perItem(ofGroups, async (call) => {
		const { found, paging } = await read(call);
		const isSimple = call.get('simplify', true);
		const raw = (group: GroupSummary) => ({ ...group, ...(paging && { paging }) }) as IDataObject;
		return found.map((group) => ({ json: isSimple ? summaryJson(group) : raw(group) }));
	}),
};
