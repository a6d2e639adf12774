import { randomUUID } from 'node:crypto';
import type { Announcement } from './announcement';
import { envelope, type WebhookEvent } from './envelope';
import type { DeliveryAttempt } from './delivery-attempt';
import type { GatewayParts } from './gateway-parts';

/** An event on its way, and where to record that it arrived. */
export interface Announced {
	readonly event: WebhookEvent;
	readonly announcement: Announcement;
}

/** One body to deliver, with an id of its own: usually one event, or several in a batch. `copies` is how many more times the receiver has to take it. */
export interface Delivery {
	readonly id: string;
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
	const body = JSON.stringify(payload);
	return { id: randomUUID(), contents, payload, body, queuedAt: clock.now(), attempts: 0, copies };
}

/** The delivery that an attempt was part of, to be delivered once more under the same id. */
export function sameDelivery(
	{ clock }: GatewayParts,
	{ id, attempt, payload }: Pick<DeliveryAttempt, 'id' | 'attempt' | 'payload'>,
): Delivery {
	const { entry = [] } = payload as { entry?: { changes: WebhookEvent[] }[] };
	const contents = entry.flatMap(({ changes }) => changes.map((event) => ({ event, announcement: {} })));
	const body = JSON.stringify(payload);
	return { id, contents, payload, body, queuedAt: clock.now(), attempts: attempt, copies: 1 };
}
