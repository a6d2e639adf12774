import type { DeliveryRecord } from '../../simulator/records';
import type { World } from './world';

/**
 * Whether a workflow takes the events, as far as a gateway can know. It can't see whether a workflow is published: that
 * shows only in what the webhook answered last.
 */
export type Listening =
	| { readonly state: 'unknown' | 'nobody' | 'workflow' }
	/** `status`: the webhook's answer, or null if none came. */
	| { readonly state: 'failing'; readonly status: number | null };

/** Who listens now. */
export function listening({ deliveries, gateway, isLive }: World): Listening {
	if (!isLive || gateway === undefined) return { state: 'unknown' };
	if (!gateway.webhook) return { state: 'nobody' };
	const last = lastAttempt(deliveries, gateway.webhook);
	if (last === undefined || last.outcome === 'delivered') return { state: 'workflow' };
	return { state: 'failing', status: last.status };
}

/** The newest attempt to deliver anything to a URL. */
function lastAttempt(deliveries: readonly DeliveryRecord[], webhook: string) {
	return deliveries
		.flatMap(({ attempts }) => attempts)
		.filter(({ url }) => url === webhook)
		.reduce<DeliveryRecord['attempts'][number] | undefined>(
			(newest, one) => (newest === undefined || one.at > newest.at ? one : newest),
			undefined,
		);
}
