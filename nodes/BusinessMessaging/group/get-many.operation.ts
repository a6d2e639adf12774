import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { GatewayClient } from '../../../gateway';
import type { GroupPageQuery, GroupSummary, Paging } from '../../../platform';
import { GROUP_PAGE_MAX } from '../../../platform';
import { connectGateway } from '../../shared/connect';
import { limit as limitField, returnAll, simplify } from '../../shared/common-fields';
import type { Operation } from '../../shared/operation';
import { readLimit } from '../../shared/read/values';
import { summaryJson } from './group-json';

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

async function read(
	context: IExecuteFunctions,
	groups: GatewayClient['groups'],
	itemIndex: number,
): Promise<{ found: GroupSummary[]; paging?: Paging }> {
	const limit = readLimit(context, itemIndex);
	if (limit === Infinity) return { found: await groups.listAll(), paging: undefined };
	const position = readPosition(context.getNodeParameter('options', itemIndex, {}) as IDataObject);
	if (limit > GROUP_PAGE_MAX)
		return { found: await groups.listAll({ limit, ...position }), paging: undefined };
	const { data, paging } = await groups.list({ limit, ...position });
	return { found: data.groups, paging };
}

/** Lists the groups of the number. */
export const getMany: Operation = {
	value: 'getMany',
	name: 'Get Many',
	description: 'List the groups of the phone number',
	action: 'Get many groups',
	fields: [returnAll, limitField, simplify],
	options: [after, before],
	async forEachItem(context) {
		const { gateway } = await connectGateway(context);
		return async (itemIndex) => {
			const { found, paging } = await read(context, gateway.groups, itemIndex);
			const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
			const raw = (group: GroupSummary) => ({ ...group, ...(paging && { paging }) }) as IDataObject;
			return found.map((group) => ({ json: isSimple ? summaryJson(group) : raw(group) }));
		};
	},
};
