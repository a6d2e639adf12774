import type { Announcement } from './announcement';
import { envelope, type WebhookEvent } from './envelope';
import type { GatewayParts } from './gateway-parts';

/** An event on its way, and where to record that it arrived. */
export interface Announced {
	readonly event: WebhookEvent;
	readonly announcement: Announcement;
}

/** One body to deliver: usually one event, or several in a batch. `copies` is how many more times the receiver has to take it. */
export interface Delivery {
	readonly contents: readonly Announced[];
	readonly payload: object;
	readonly body: string;
	readonly queuedAt: number;
	attempts: number;
	copies: number;
}

/** A new delivery of events, dated now. */
export function newDelivery(
	{ account, clock, faults }: GatewayParts,
	contents: readonly Announced[],
): Delivery {
	const events = contents.map(({ event }) => event);
	const payload = envelope(account.accountId, clock.seconds(), events);
	const copies = 1 + faults.extraDeliveries();
	return { contents, payload, body: JSON.stringify(payload), queuedAt: clock.now(), attempts: 0, copies };
}
