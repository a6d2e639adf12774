import { MINUTE } from '../../base';
import type { VirtualClock } from '../clock';
import type { Customer } from '../customers/customer';

export type MessageStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'played' | 'failed';

/** A message the gateway accepted. `at` is epoch ms. `to` is the customer's phone number, the user ID of a customer
 * whose number isn't shown, or the group's id. `userId` is the customer's user ID. `body` is the request. */
export interface SentMessage {
	readonly id: string;
	readonly at: number;
	readonly to: string;
	readonly userId?: string;
	readonly type: string;
	readonly recipientType: 'individual' | 'group';
	readonly body: Readonly<Record<string, unknown>>;
	status: MessageStatus;
	/** Why it failed. */
	error?: { readonly code: number; readonly title: string };
	readonly template?: { readonly name: string; readonly language: string };
	readonly callbackData?: string;
}

export type ViolationRule =
	| 'template-in-active-conversation'
	| 'freeform-outside-window'
	| 'template-not-sendable'
	| 'opted-out'
	| 'user-id-in-to'
	| 'not-thread-owner'
	| 'duplicate';

/**
 * Something that a client that follows the rules never does. `at` is epoch ms. `knownForMs`: how long ago the
 * receiver had taken the event that forbids it, or the window had closed; absent when the client was not told yet,
 * which is a race and not its mistake.
 */
export interface RuleViolation {
	readonly at: number;
	readonly rule: ViolationRule;
	readonly to: string;
	readonly messageId?: string;
	readonly details: string;
	readonly knownForMs?: number;
}

/** Within this time, the same content to the same recipient counts as sent twice, unless the callback data differs. */
const DUPLICATE_MS = MINUTE;

/** What was sent, and which rules were broken. */
export class Ledger {
	readonly sent: SentMessage[] = [];
	readonly violations: RuleViolation[] = [];
	readonly #customers = new WeakMap<SentMessage, Customer>();
	readonly #byId = new Map<string, SentMessage>();
	readonly #byCallbackData = new Map<string, SentMessage>();
	readonly #byContent = new Map<string, SentMessage>();

	constructor(readonly clock: VirtualClock) {}

	/** Keeps an accepted message, and records a violation if it repeats an earlier one. */
	accept(message: SentMessage, customer?: Customer): void {
		if (customer !== undefined) this.#customers.set(message, customer);
		const earlier = this.#earlierTwin(message);
		this.sent.push(message);
		this.#byId.set(message.id, message);
		if (earlier === undefined) return;
		const details = `the same message was accepted before as ${earlier.id}`;
		this.violate({ rule: 'duplicate', to: message.to, messageId: message.id, details }, earlier.at);
	}

	/** Takes over a message as it was. */
	take(message: SentMessage, customer?: Customer): void {
		if (customer !== undefined) this.#customers.set(message, customer);
		this.#earlierTwin(message);
		this.sent.push(message);
		this.#byId.set(message.id, message);
	}

	/** Records a broken rule. */
	violate(violation: Omit<RuleViolation, 'at' | 'knownForMs'>, knownAt?: number): void {
		const at = this.clock.now();
		this.violations.push({
			at,
			...violation,
			...(knownAt === undefined ? {} : { knownForMs: at - knownAt }),
		});
	}

	/** The accepted message with this id. */
	find(id: string): SentMessage | undefined {
		return this.#byId.get(id);
	}

	/** The customer that a message was sent to, whatever the customer is called now. `undefined` for a group. */
	customerOf(message: SentMessage): Customer | undefined {
		return this.#customers.get(message);
	}

	/** Forgets all messages and violations. */
	clear(): void {
		this.sent.length = 0;
		this.violations.length = 0;
		this.#byId.clear();
		this.#byCallbackData.clear();
		this.#byContent.clear();
	}

	#earlierTwin(message: SentMessage): SentMessage | undefined {
		if (message.callbackData) return replace(this.#byCallbackData, message.callbackData, message);
		const content = JSON.stringify([message.userId ?? message.to, message.type, message.body[message.type]]);
		const earlier = replace(this.#byContent, content, message);
		return earlier !== undefined && message.at - earlier.at <= DUPLICATE_MS ? earlier : undefined;
	}
}

function replace<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value | undefined {
	const earlier = map.get(key);
	map.set(key, value);
	return earlier;
}
