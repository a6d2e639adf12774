import type { IExecuteFunctions } from 'n8n-workflow';
import type { GatewayClient } from '../../../gateway';
import type { Registration } from '../../../receiver';
import { connect } from '../../shared/connect';
import type { Output, RunItem } from '../../shared/operation';

/** One item of an operation on the webhook of the credential's phone number. */
export interface WebhookCall {
	context: IExecuteFunctions;
	of: Pick<Registration, 'store' | 'channel'> & { webhook: GatewayClient['webhook'] };
	itemIndex: number;
}

/** Acts on the webhook of the number. */
export function onWebhook(run: (call: WebhookCall) => Promise<Output['json']>) {
	return async (context: IExecuteFunctions): Promise<RunItem> => {
		const { store, gateway, credential } = await connect(context);
		const of = { store, webhook: gateway.webhook, channel: credential.channel };
		return async (itemIndex) => [{ json: await run({ context, of, itemIndex }) }];
	};
}
