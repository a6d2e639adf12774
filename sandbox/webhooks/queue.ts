import { DAY } from '../../base';
import {
	newDelivery,
	sameDelivery,
	type Announced,
	type Delivery,
	type DeliveryAttempt,
	DeliveryLog,
	type Ending,
} from './delivery';
import type { Announcement, WebhookEvent, GatewayParts } from './event';
import { PartitionedQueue } from './partitioned-queue';
import { answersChallenge, Poster, signature } from './post';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
const OVERTAKEN_MS = 100;
const GATHERING_MS = 20;
const IN_FLIGHT = 64;

/** The gateway repeats an event this long, in virtual time (docs/interface.md, Delivery). */
const REDELIVERY_MS = 7 * DAY;

/**
 * Delivers events to the configured URL until it answers exactly 200, in order within a conversation
 * (docs/interface.md, Delivery). Real time passes between attempts: 100 ms, doubling up to 5 s. A jump of the virtual
 * clock makes every attempt due.
 */
export class WebhookQueue {
	readonly log = new DeliveryLog(() => this.parts().clock);
	readonly #poster = new Poster();
	readonly #deliveries = new PartitionedQueue<Delivery>(
		IN_FLIGHT,
		() => this.parts().runtime,
		(delivery) => this.#attempt(delivery),
		() => this.#settle(),
	);
	readonly #idle: (() => void)[] = [];
	#gathered: Announced[] = [];
	#open = 0;
	#overtaking = 0;
	/** How often everything was forgotten. An attempt that began before is forgotten, too, once it ends. */
	#forgotten = 0;
	#closed = false;

	constructor(readonly parts: () => GatewayParts) {}

	/** Queues an event. Without a webhook URL it is dropped. */
	emit(event: WebhookEvent): Announcement {
		const announced: Announced = { event, announcement: {} };
		if (this.#closed) return announced.announcement;
		const { changes, settings, webhook } = this.parts();
		changes.note();
		if (webhook === undefined) this.#note(newDelivery(this.parts(), [announced]), null, 'dropped');
		else if (settings.webhookBatch > 1) this.#gather(announced, settings.webhookBatch);
		else this.#enqueue(event.conversation, [announced]);
		return announced.announcement;
	}

	/** Keeps `idle` waiting for an event that hasn't been emitted yet. Call the result once it has. */
	expect(): () => void {
		this.#open += 1;
		return () => this.#settle();
	}

	/** Resolves once every event is delivered or given up. */
	idle(): Promise<void> {
		if (this.#open === 0 || this.#closed) return Promise.resolve();
		return new Promise((resolve) => this.#idle.push(resolve));
	}

	/** Delivers what was delivered before, or tried, once more, without waiting for others. */
	resend(attempt: DeliveryAttempt): void {
		this.#open += 1;
		this.#deliveries.add(`resent:${attempt.id}`, sameDelivery(this.parts(), attempt));
	}

	/** Asks `url` to answer the verification challenge, and returns whether it did. */
	challenge(url: string, verifyToken: string): Promise<boolean> {
		return answersChallenge(this.#poster, url, verifyToken, this.parts().clock.headers());
	}

	/** Makes every waiting attempt due now. */
	wake(): void {
		this.#deliveries.wake();
	}

	/** Forgets all attempts, also those that are being made, and all events still waiting. */
	clear(): void {
		this.#forgotten += 1;
		this.log.attempts.length = 0;
		this.#deliveries.clear();
	}

	/** Stops all deliveries and ends their connections. */
	close(): void {
		this.#closed = true;
		this.#deliveries.close();
		this.#poster.close();
		for (const resolve of this.#idle.splice(0)) resolve();
	}

	#enqueue(conversation: string, contents: readonly Announced[]): void {
		const delivery = newDelivery(this.parts(), contents);
		this.#open += 1;
		if (this.parts().faults.active.reorderWebhooks) this.#overtake(delivery);
		else this.#deliveries.add(conversation, delivery);
	}

	/** Puts several events into one delivery, whatever their conversations. */
	#gather(announced: Announced, most: number): void {
		this.#gathered.push(announced);
		if (this.#gathered.length >= most) return this.#flush();
		if (this.#gathered.length > 1) return;
		this.#open += 1;
		const flush = () => {
			this.#flush();
			this.#settle();
		};
		this.parts().runtime.after(GATHERING_MS, flush, 'background');
	}

	#flush(): void {
		const contents = this.#gathered;
		this.#gathered = [];
		if (contents.length > 0) this.#enqueue('batches', contents);
	}

	/** Every event gets a partition of its own, and every odd one waits, so that the next overtakes it. */
	#overtake(delivery: Delivery): void {
		this.#overtaking += 1;
		const key = `reordered:${this.#overtaking}`;
		if (this.#overtaking % 2 === 0) return this.#deliveries.add(key, delivery);
		const add = () => this.#deliveries.add(key, delivery);
		this.parts().runtime.after(OVERTAKEN_MS, add, 'background');
	}

	async #attempt(delivery: Delivery): Promise<number | undefined> {
		const { clock, webhook } = this.parts();
		if (webhook === undefined) return void this.#note(delivery, null, 'dropped');
		if (clock.now() - delivery.queuedAt > REDELIVERY_MS) {
			return void this.#note(delivery, webhook.url, 'given-up');
		}
		delivery.attempts += 1;
		const since = this.#forgotten;
		const note = (outcome: DeliveryAttempt['outcome'], ending: Ending) => {
			if (since === this.#forgotten) this.#note(delivery, webhook.url, outcome, ending);
		};
		const signed = signature(delivery.body, this.parts().account.signingSecret);
		try {
			const { status, text } = await this.#poster.post(webhook.url, delivery.body, this.#headers(signed));
			const outcome = status === 200 ? 'delivered' : 'refused';
			note(outcome, { status, answer: text, signature: signed });
			if (status === 200) this.#taken(delivery);
		} catch (error) {
			note('unreachable', { error: String(error), signature: signed });
		}
		if (delivery.copies === 0) return undefined;
		return Math.min(FIRST_RETRY_MS * 2 ** (delivery.attempts - 1), LONGEST_RETRY_MS);
	}

	#taken(delivery: Delivery): void {
		delivery.copies -= 1;
		const now = this.parts().clock.now();
		for (const { announcement } of delivery.contents) announcement.deliveredAt ??= now;
	}

	#note(delivery: Delivery, url: string | null, outcome: DeliveryAttempt['outcome'], ending?: Ending): void {
		this.log.note(delivery, url, outcome, ending);
		this.parts().changes.note();
	}

	#headers(signed: string): Record<string, string> {
		const { profile, webhook } = this.parts();
		return {
			'content-type': 'application/json',
			...webhook?.headers,
			...this.parts().clock.headers(),
			[profile.signatureHeader]: signed,
		};
	}

	#settle(): void {
		this.#open -= 1;
		if (this.#open > 0) return;
		for (const resolve of this.#idle.splice(0)) resolve();
	}
}
