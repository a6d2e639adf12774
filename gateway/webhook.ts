import * as z from 'zod';
import type { WebhookConfiguration } from '../platform';
import { webhookConfiguration } from '../platform';
import type { Connection } from './connection';

/** The webhook configuration of the number (docs/interface.md, Webhook configuration and migration). */
export function webhookOf({ call }: Connection) {
	return {
		/**
		 * The URL that the gateway delivers to now; empty if there isn't one.
		 * @throws GatewayError
		 */
		async get(): Promise<WebhookConfiguration & { url: string }> {
			const configuration = await call({
				method: 'GET',
				path: '/v1/configs/webhook',
				answer: webhookConfiguration,
			});
			return { ...configuration, url: configuration.url ?? '' };
		},
		/**
		 * Sets the URL that the gateway delivers to.
		 * @param headers sent with every delivery, for example `{ Authorization: 'Basic …' }` (docs/interface.md,
		 * Webhook configuration and migration)
		 * @throws GatewayError
		 */
		async set(url: string, headers?: Record<string, string>): Promise<void> {
			const body = { url, ...(headers && { headers }) };
			await call({ method: 'POST', path: '/v1/configs/webhook', body, answer: z.unknown() });
		},
		/**
		 * Restores a previous URL, with the path that the interface names for it.
		 * @throws GatewayError
		 */
		async revert(url: string): Promise<void> {
			await call({ method: 'POST', path: '/v1/settings/webhook', body: { url }, answer: z.unknown() });
		},
	};
}
