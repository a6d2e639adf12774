import type { IExecuteFunctions } from 'n8n-workflow';
import type { GatewayClient } from '../../../gateway';
import type { Registration } from '../../../receiver';
import { connect } from '../../shared/connect';
import type { ItemCall } from '../../shared/operation';

interface OpenedWebhook {
	of: Pick<Registration, 'store' | 'channel'> & { webhook: GatewayClient['webhook'] };
}

/** One item of an operation on the webhook of the credential's phone number. */
export type WebhookCall = ItemCall & OpenedWebhook;

/** What acts on the webhook of the number. */
export const ofWebhook = {
	async open(context: IExecuteFunctions): Promise<OpenedWebhook> {
		const { store, gateway, credential } = await connect(context);
		return { of: { store, webhook: gateway.webhook, channel: credential.channel } };
	},
};

/** A URL as it was given, which the gateway isn't asked about if it isn't one. */
export function readUrl(given: string): string {
	if (URL.canParse(given)) return given;
	throw new Error(`"${given}" isn't a URL. A URL looks like https://example.com/webhook`);
}
