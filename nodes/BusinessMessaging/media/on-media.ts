import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { GatewayClient } from '../../../gateway';
import { connectGateway } from '../../shared/connect';
import type { Output, RunItem } from '../../shared/operation';

/** Which media file. */
export const mediaIdField: INodeProperties = {
	displayName: 'Media ID',
	name: 'mediaId',
	type: 'string',
	required: true,
	default: '',
	placeholder: '1037543291543636',
	description: "The ID from a customer's message, or from Upload",
};

/** One item of an operation on a media file. */
interface MediaCall {
	context: IExecuteFunctions;
	gateway: GatewayClient;
	mediaId: string;
	itemIndex: number;
}

/** Acts on the media file of each item. */
export function onMedia(run: (call: MediaCall) => Promise<Output[]>) {
	return async (context: IExecuteFunctions): Promise<RunItem> => {
		const { gateway } = await connectGateway(context);
		return async (itemIndex) => {
			const mediaId = String(context.getNodeParameter('mediaId', itemIndex) ?? '').trim();
			return run({ context, gateway, mediaId, itemIndex });
		};
	};
}
