import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { GatewayClient } from '../../../gateway';
import { connectGateway } from '../../shared/connect';
import type { Credential } from '../../shared/credential';
import type { Output, RunItem } from '../../shared/operation';

/** Which group. */
export const groupIdField: INodeProperties = {
	displayName: 'Group ID',
	name: 'groupId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'Y2FwaV9ncm91cDoxMjM',
};

/** One item of an operation on a group. */
interface GroupCall {
	context: IExecuteFunctions;
	credential: Credential;
	groups: GatewayClient['groups'];
	groupId: string;
	itemIndex: number;
}

/** Acts on the group of each item. */
export function onGroup(run: (call: GroupCall) => Promise<Output[]>) {
	return async (context: IExecuteFunctions): Promise<RunItem> => {
		const { credential, gateway } = await connectGateway(context);
		return async (itemIndex) => {
			const groupId = String(context.getNodeParameter('groupId', itemIndex) ?? '').trim();
			return run({ context, credential, groups: gateway.groups, groupId, itemIndex });
		};
	};
}
