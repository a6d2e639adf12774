import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../operation';
import { joinRequestJson } from './group-json';
import { onGroup } from './on-group';

/** Lists the pending join requests of a group. */
export const getJoinRequests: Operation = {
	description: [],
	prepare: onGroup(async ({ context, groups, groupId, itemIndex }) => {
		const all = await groups.listAllJoinRequests(groupId);
		const found = context.getNodeParameter('returnAll', itemIndex, false)
			? all
			: all.slice(0, context.getNodeParameter('limit', itemIndex, 50) as number);
		const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
		return found.map((request) => ({
			json: isSimple ? joinRequestJson(groupId, request) : (request as IDataObject),
		}));
	}),
};
