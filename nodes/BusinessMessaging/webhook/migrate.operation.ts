import type { Operation } from '../../shared/operation';
import { onWebhook } from './on-webhook';
import { isSameUrl } from './same-url';
import { headersOption, setUrl, urlField } from './set-url';

/**
 * Migrates to a new URL in the interface's order: reads and keeps the current one, sets the new one, then asks the
 * gateway whether it is there. The system that calls the API is switched at about the same time.
 */
export const migrate: Operation = {
	value: 'migrate',
	name: 'Migrate',
	description: 'Keep the current URL, set the new one, and verify it',
	action: 'Migrate the webhook',
	fields: [urlField],
	options: [headersOption],
	forEachItem: onWebhook(async (call) => {
		const result = await setUrl(call);
		const { url } = await call.of.webhook.get();
		if (!isSameUrl(url, String(result.url))) {
			throw new Error(
				`The gateway accepted the URL ${String(result.url)}, but delivers to ${url || 'nowhere'}. Revert restores ${String(result.replaced ?? 'nothing')}.`,
			);
		}
		return {
			...result,
			verified: true,
			next: 'Switch the system that calls the old API to the new one now.',
		};
	}),
};
