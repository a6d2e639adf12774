import type { IDataObject } from 'n8n-workflow';
import { limit, returnAll, simplify } from '../../shared/common-fields';
import type { Operation } from '../../shared/operation';
import { readLimit } from '../../shared/read/values';
import { joinRequestJson } from './group-json';
import { groupIdField, onGroup } from './on-group';

/** Lists the pending join requests of a group. */
export const getJoinRequests: Operation = {
	value: 'getJoinRequests',
	name: 'Get Join Requests',
	description: 'List the requests that are waiting for a decision',
	action: 'Get the join requests of a group',
	fields: [groupIdField, returnAll, limit, simplify],
	forEachItem: onGroup(async ({ context, groups, groupId, itemIndex }) => {
		const requests = await groups.listAllJoinRequests(groupId);
		const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
		return requests.slice(0, readLimit(context, itemIndex)).map((request) => ({
			json: isSimple ? joinRequestJson(groupId, request) : (request as IDataObject),
		}));
	}),
};
