import type { DeliveryRecord } from '../../simulator/records';
import type { World } from './world';

/**
 * Whether a workflow takes the events, as far as a gateway can know. It can't see whether a workflow is published: that
 * shows only in what the webhook answered last.
 */
export type Listening =
	| { readonly state: 'unknown' | 'nobody' | 'workflow' }
	/** `status`: the webhook's last answer, or null if none came. `since`: when it first failed to take an event (epoch ms). */
	| { readonly state: 'failing'; readonly status: number | null; readonly since: number };

/** Who listens now. */
export function listening({ deliveries, gateway, isLive }: World): Listening {
	if (!isLive || gateway === undefined) return { state: 'unknown' };
	if (!gateway.webhook) return { state: 'nobody' };
	const attempts = attemptsAt(deliveries, gateway.webhook);
	const taken = attempts.findLastIndex(({ outcome }) => outcome === 'delivered');
	const [first] = attempts.slice(taken + 1);
	return first
		? { state: 'failing', status: attempts.at(-1)!.status, since: first.at }
		: { state: 'workflow' };
}

/** All attempts to deliver anything to a URL, oldest first. */
const attemptsAt = (deliveries: readonly DeliveryRecord[], webhook: string) =>
	deliveries
		.flatMap(({ attempts }) => attempts)
		.filter(({ url }) => url === webhook)
		.sort((a, b) => a.at - b.at);
