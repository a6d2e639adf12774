import { randomUUID } from 'node:crypto';
import type { VirtualClock } from '../clock';
import { envelope, type Announcement, type WebhookEvent, type GatewayParts } from './event';

/** An event on its way, and where to record that it arrived. */
export interface Announced {
	readonly event: WebhookEvent;
	readonly announcement: Announcement;
}

/** One body to deliver, with an id of its own: usually one event, or several in a batch. `copies` is how many more times the receiver has to take it. */
export interface Delivery {
	readonly id: string;
	readonly contents: readonly Announced[];
	readonly conversations: readonly string[];
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
	const conversations = [...new Set(events.map(({ conversation }) => conversation))];
	const queuedAt = clock.now();
	return { id: randomUUID(), contents, conversations, payload, body, queuedAt, attempts: 0, copies };
}

/** The delivery that an attempt was part of, to be delivered once more under the same id. */
export function sameDelivery(
	{ clock }: GatewayParts,
	{ id, attempt, conversations, payload }: Omit<DeliveryAttempt, 'outcome' | 'status'>,
): Delivery {
	const { entry = [] } = payload as { entry?: { changes: WebhookEvent[] }[] };
	const contents = entry.flatMap(({ changes }) => changes.map((event) => ({ event, announcement: {} })));
	const body = JSON.stringify(payload);
	return { id, contents, conversations, payload, body, queuedAt: clock.now(), attempts: attempt, copies: 1 };
}

/**
 * One attempt to deliver an event. `id` is the delivery's: all its attempts have it. `at` is epoch ms. `conversations`:
 * those that its events are about, as in `WebhookEvent`. `status` is the receiver's answer, or null if none came, and
 * `answer` the beginning of its text. `signature` is the header's value.
 * `dropped`: no webhook URL was set. `given-up`: 7 days have passed.
 */
export interface DeliveryAttempt {
	readonly id: string;
	readonly at: number;
	readonly attempt: number;
	readonly url: string | null;
	readonly field: string;
	readonly conversations: readonly string[];
	readonly payload: object;
	readonly status: number | null;
	readonly outcome: 'delivered' | 'refused' | 'unreachable' | 'dropped' | 'given-up';
	readonly error?: string;
	readonly answer?: string;
	readonly signature?: string;
}

const REMEMBERED = 200_000;
const LONGEST_ANSWER = 500;

/** How an attempt ended. */
export interface Ending {
	readonly status?: number;
	readonly error?: string;
	readonly answer?: string;
	readonly signature?: string;
}

/** The attempts so far, oldest first. Keeps at least the newest 100,000. */
export class DeliveryLog {
	readonly attempts: DeliveryAttempt[] = [];

	constructor(readonly clock: () => VirtualClock) {}

	note(
		{ id, attempts, contents, conversations, payload }: Delivery,
		url: string | null,
		outcome: DeliveryAttempt['outcome'],
		{ status, error, answer = '', signature }: Ending = {},
	): void {
		if (this.attempts.length >= REMEMBERED) this.attempts.splice(0, REMEMBERED / 2);
		const field = [...new Set(contents.map(({ event }) => event.field))].join(',');
		this.attempts.push({
			id,
			at: this.clock().now(),
			attempt: attempts,
			url,
			field,
			conversations,
			payload,
			status: status ?? null,
			outcome,
			...(error === undefined ? {} : { error }),
			...(answer === '' ? {} : { answer: answer.slice(0, LONGEST_ANSWER) }),
			...(signature === undefined ? {} : { signature }),
		});
	}

	/** The attempts of one delivery, oldest first. */
	of(id: string): DeliveryAttempt[] {
		return this.attempts.filter((attempt) => attempt.id === id);
	}
}
