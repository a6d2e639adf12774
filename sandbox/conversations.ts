import { DAY } from '../base';
import type { VirtualClock } from './clock';
import type { Announcement } from './webhooks/event';

/** How long a conversation stays active after the customer's last message (docs/interface.md, Business rule). */
const WINDOW_MS = DAY;

export type Holder = 'business' | 'agent';

export interface Conversation {
	lastInboundSecond?: number;
	holder?: Holder;
	/** Since when, epoch ms. */
	heldSince?: number;
	opening?: Announcement;
}

/** The conversations of the number: their windows and who holds them. Keys are customer ids, or `group:<id>`. */
export class Conversations {
	readonly #byKey = new Map<string, Conversation>();
	#agentEnabled = false;

	constructor(readonly clock: VirtualClock) {}

	/** Records a customer's message. `second` is the Unix second that its webhook announces. */
	noteInbound(key: string, second: number, announcement: Announcement): void {
		const conversation = this.#of(key);
		if (!this.isActive(key)) conversation.opening = announcement;
		conversation.lastInboundSecond = Math.max(conversation.lastInboundSecond ?? 0, second);
	}

	/**
	 * Whether the customer wrote within the last 24 hours: open up to the announced second plus 24 h, closed at
	 * exactly that time.
	 */
	isActive(key: string): boolean {
		const closes = this.closesAt(key);
		return closes !== undefined && this.clock.now() < closes;
	}

	/** When the window closes or closed, epoch ms; `undefined` when the customer never wrote. */
	closesAt(key: string): number | undefined {
		const second = this.#byKey.get(key)?.lastInboundSecond;
		return second === undefined ? undefined : second * 1000 + WINDOW_MS;
	}

	/** The event that opened the current window. */
	opening(key: string): Announcement | undefined {
		return this.#byKey.get(key)?.opening;
	}

	/**
	 * Who holds the conversation. By default, the agent if it is enabled: also when the customer hasn't written for
	 * 24 hours, which no event tells (docs/interface.md, Conversation control).
	 */
	holder(key: string): Holder {
		const { holder, heldSince = 0 } = this.#byKey.get(key) ?? {};
		const isOver = this.clock.now() >= Math.max(heldSince + WINDOW_MS, this.closesAt(key) ?? 0);
		return (isOver ? undefined : holder) ?? (this.#agentEnabled ? 'agent' : 'business');
	}

	/** Whether an agent could take the conversation: it is enabled, or was handed this one before. */
	agentKnows(key: string): boolean {
		return this.#agentEnabled || this.#byKey.get(key)?.holder !== undefined;
	}

	/** Hands the conversation to `holder`. */
	give(key: string, holder: Holder): void {
		Object.assign(this.#of(key), { holder, heldSince: this.clock.now() });
	}

	/** Enabling the agent hands it every conversation. Disabling it hands them to the business. */
	setAgent(enabled: boolean): void {
		this.#agentEnabled = enabled;
		for (const conversation of this.#byKey.values()) delete conversation.holder;
	}

	get agentEnabled(): boolean {
		return this.#agentEnabled;
	}

	/** All conversations, by their keys. */
	get all(): ReadonlyMap<string, Conversation> {
		return this.#byKey;
	}

	/** Takes a conversation over as it was. */
	take(key: string, conversation: Conversation): void {
		this.#byKey.set(key, conversation);
	}

	/** Forgets all conversations. The agent stays enabled or disabled. */
	clear(): void {
		this.#byKey.clear();
	}

	#of(key: string): Conversation {
		const known = this.#byKey.get(key);
		if (known !== undefined) return known;
		const fresh: Conversation = {};
		this.#byKey.set(key, fresh);
		return fresh;
	}
}
