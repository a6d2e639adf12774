import type { Operation } from '../operation';
import { onWebhook } from './on-webhook';
import { headers, setUrl } from './set.operation';

/**
 * Migrates to a new URL in the interface's order: the present one is read and kept, the new one is set. Then the
 * gateway is asked whether it is there; the system that calls the API is switched at about the same time.
 */
export const migrate: Operation = {
	description: [],
	options: [headers],
	prepare: onWebhook(async (call) => {
		const result = await setUrl(call);
		const { url } = await call.of.webhook.get();
		if (url !== result.url) {
			throw new Error(
				`The gateway took the URL ${String(result.url)}, but delivers to ${url || 'nowhere'}. Revert puts ${String(result.replaced ?? 'nothing')} back.`,
			);
		}
		return {
			...result,
			verified: true,
			next: 'Switch the system that calls the old API to the new one now.',
		};
	}),
};
