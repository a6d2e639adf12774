import type { World } from '../world';
import { envelope, type WebhookEvent } from './envelope';
import { Lanes } from './lanes';
import { Poster, signature } from './post';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
const OVERTAKEN_MS = 100;
const IN_FLIGHT = 64;
const REMEMBERED_ATTEMPTS = 200_000;

/** The gateway repeats an event this long, in virtual time. Facts, §7. */
export const REDELIVERY_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * One attempt to deliver an event. `at` is epoch ms, `status` the receiver's answer, null without one.
 * `dropped`: no webhook URL was set. `given-up`: 7 days have passed.
 */
export interface DeliveryAttempt {
	readonly at: number;
	readonly attempt: number;
	readonly url: string | null;
	readonly field: string;
	readonly payload: object;
	readonly status: number | null;
	readonly outcome: 'delivered' | 'refused' | 'unreachable' | 'dropped' | 'given-up';
	readonly error?: string;
}

/** When the receiver took an event, epoch ms; from then on the client could know. */
export interface Announcement {
	deliveredAt?: number;
}

interface Delivery {
	readonly announcement: Announcement;
	readonly event: WebhookEvent;
	readonly payload: object;
	readonly body: string;
	readonly queuedAt: number;
	attempts: number;
	copies: number;
}

/**
 * Delivers events to the configured URL until it answers exactly 200, in order within a conversation.
 * Interface, "Events", rule 4. Between attempts real time passes, 100 ms doubling up to 5 s; a jump of the
 * virtual clock makes every attempt due.
 */
export class WebhookQueue {
	readonly attempts: DeliveryAttempt[] = [];
	readonly #poster = new Poster();
	readonly #lanes = new Lanes<Delivery>(
		IN_FLIGHT,
		(delivery) => this.#attempt(delivery),
		() => this.#settle(),
	);
	readonly #idle: (() => void)[] = [];
	#open = 0;
	#emitted = 0;
	#closed = false;

	constructor(readonly world: () => World) {}

	/** Queues an event. Without a webhook URL it is dropped. */
	emit(event: WebhookEvent): Announcement {
		const announcement: Announcement = {};
		if (!this.#closed) this.#queue(event, announcement);
		return announcement;
	}

	#queue(event: WebhookEvent, announcement: Announcement): void {
		const { account, clock, faults, webhook } = this.world();
		const payload = envelope(account.accountId, clock.seconds(), event);
		const body = JSON.stringify(payload);
		const copies = 1 + faults.extraDeliveries;
		const delivery: Delivery = {
			announcement,
			event,
			payload,
			body,
			queuedAt: clock.now(),
			attempts: 0,
			copies,
		};
		if (webhook === undefined) return this.#note(delivery, null, 'dropped');
		this.#open += 1;
		if (faults.active.reorderWebhooks) this.#overtake(delivery);
		else this.#lanes.add(event.conversation, delivery);
	}

	/** Keeps `idle` waiting for an event that is still to be emitted; call the result once it is. */
	expect(): () => void {
		this.#open += 1;
		return () => this.#settle();
	}

	/** Resolves once every event is delivered or given up. */
	idle(): Promise<void> {
		if (this.#open === 0 || this.#closed) return Promise.resolve();
		return new Promise((resolve) => this.#idle.push(resolve));
	}

	/** Asks `url` to answer the verification challenge; whether it did. Facts, §1. */
	async challenge(url: string, verifyToken: string): Promise<boolean> {
		const challenge = String(1_000_000_000 + this.world().clock.seconds());
		const asked = new URL(url);
		asked.searchParams.set('hub.mode', 'subscribe');
		asked.searchParams.set('hub.challenge', challenge);
		asked.searchParams.set('hub.verify_token', verifyToken);
		const answer = await this.#poster.get(asked.href, this.#clockHeaders()).catch(() => undefined);
		return answer?.status === 200 && answer.text.trim() === challenge;
	}

	/** Makes every waiting attempt due now. */
	wake(): void {
		this.#lanes.wake();
	}

	/** Forgets all attempts and all events still waiting. */
	clear(): void {
		this.attempts.length = 0;
		this.#lanes.clear();
	}

	/** Stops all deliveries and ends their connections. */
	close(): void {
		this.#closed = true;
		this.#lanes.close();
		this.#poster.close();
		for (const resolve of this.#idle.splice(0)) resolve();
	}

	/** Every event goes a way of its own, and every odd one waits, so that the next overtakes it. */
	#overtake(delivery: Delivery): void {
		this.#emitted += 1;
		const key = `reordered:${this.#emitted}`;
		if (this.#emitted % 2 === 0) return this.#lanes.add(key, delivery);
		setTimeout(() => this.#lanes.add(key, delivery), OVERTAKEN_MS).unref();
	}

	async #attempt(delivery: Delivery): Promise<number | undefined> {
		const { account, clock, profile, webhook } = this.world();
		if (webhook === undefined) return void this.#note(delivery, null, 'dropped');
		if (clock.now() - delivery.queuedAt > REDELIVERY_MS) {
			return void this.#note(delivery, webhook.url, 'given-up');
		}
		delivery.attempts += 1;
		const headers = {
			'content-type': 'application/json',
			...webhook.headers,
			...this.#clockHeaders(),
			[profile.signatureHeader]: signature(delivery.body, account.signingSecret),
		};
		try {
			const { status } = await this.#poster.post(webhook.url, delivery.body, headers);
			this.#note(delivery, webhook.url, status === 200 ? 'delivered' : 'refused', status);
			if (status === 200) {
				delivery.announcement.deliveredAt ??= clock.now();
				delivery.copies -= 1;
			}
		} catch (error) {
			this.#note(delivery, webhook.url, 'unreachable', null, String(error));
		}
		if (delivery.copies === 0) return undefined;
		return Math.min(FIRST_RETRY_MS * 2 ** (delivery.attempts - 1), LONGEST_RETRY_MS);
	}

	#clockHeaders(): Record<string, string> {
		return { date: new Date(this.world().clock.now()).toUTCString(), 'x-virtual-clock': '1' };
	}

	#note(
		{ attempts, event, payload }: Delivery,
		url: string | null,
		outcome: DeliveryAttempt['outcome'],
		status: number | null = null,
		error?: string,
	): void {
		const at = this.world().clock.now();
		const { field } = event;
		if (this.attempts.length >= REMEMBERED_ATTEMPTS) this.attempts.splice(0, REMEMBERED_ATTEMPTS / 2);
		this.attempts.push({
			at,
			attempt: attempts,
			url,
			field,
			payload,
			status,
			outcome,
			...(error ? { error } : {}),
		});
	}

	#settle(): void {
		this.#open -= 1;
		if (this.#open > 0) return;
		for (const resolve of this.#idle.splice(0)) resolve();
	}
}
