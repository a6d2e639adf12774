import type { IExecuteFunctions } from 'n8n-workflow';
import type { GatewayClient } from '../../../gateway';
import { connectGateway } from '../../shared/connect';
import type { Operation, Output } from '../operation';

/** One item of an operation on a media file. */
export interface MediaCall {
	context: IExecuteFunctions;
	gateway: GatewayClient;
	mediaId: string;
	itemIndex: number;
}

/** What an operation does with the media file of each item. */
export function onMedia(run: (call: MediaCall) => Promise<Output[]>): Operation['prepare'] {
	return async (context) => {
		const { gateway } = await connectGateway(context);
		return async (itemIndex) => {
			const mediaId = String(context.getNodeParameter('mediaId', itemIndex) ?? '').trim();
			return run({ context, gateway, mediaId, itemIndex });
		};
	};
}
