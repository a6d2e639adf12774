import type { IExecuteFunctions } from 'n8n-workflow';
import type { GatewayClient } from '../../../gateway';
import { connectGateway } from '../../shared/connect';
import type { Operation, Output } from '../operation';

/** One item of an operation on a group. */
export interface GroupCall {
	context: IExecuteFunctions;
	groups: GatewayClient['groups'];
	groupId: string;
	itemIndex: number;
}

/** What an operation does with the group of each item. */
export function onGroup(run: (call: GroupCall) => Promise<Output[]>): Operation['prepare'] {
	return async (context) => {
		const { gateway } = await connectGateway(context);
		return async (itemIndex) => {
			const groupId = String(context.getNodeParameter('groupId', itemIndex) ?? '').trim();
			return run({ context, groups: gateway.groups, groupId, itemIndex });
		};
	};
}
