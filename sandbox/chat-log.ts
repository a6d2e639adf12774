import type { VirtualClock } from './clock';
import type { SentMessage } from './messages/ledger';

const REMEMBERED = 20_000;
/** A typing indicator ends at the answer, or after this long (docs/interface.md, Message types). */
const TYPING_MS = 25_000;

/**
 * One line of a chat. `conversation` is a customer's key or `group:<id>`, `at` epoch ms. `author`: the customer, by
 * key, who wrote it; in a group, there are several. `content` is the message as it is on the wire, or what a note is
 * about. `sent` is set if the business sent it; it has the status. `definition` is what its template said then.
 */
export interface ChatEntry {
	readonly id: string;
	readonly at: number;
	readonly conversation: string;
	readonly by: 'customer' | 'business' | 'agent' | 'phone-app' | 'note';
	readonly type: string;
	readonly content: unknown;
	readonly author?: string | undefined;
	readonly replyTo?: string | undefined;
	readonly sent?: SentMessage | undefined;
	readonly definition?: readonly object[] | undefined;
	/** Whether the business marked a customer's message as read. */
	read?: boolean;
	/** The business types an answer to this message until then, epoch ms. */
	typingUntil?: number;
}

/** What was said in all chats, oldest first. Keeps at least the newest 10,000 entries. */
export class ChatLog {
	readonly entries: ChatEntry[] = [];
	#notes = 0;

	constructor(readonly clock: VirtualClock) {}

	/** Adds a message. */
	add(entry: Omit<ChatEntry, 'at'>): void {
		if (this.entries.length >= REMEMBERED) this.entries.splice(0, REMEMBERED / 2);
		this.entries.push({ at: this.clock.now(), ...entry });
	}

	/** Adds a note about something that isn't a message: `type` says what happened. */
	note(conversation: string, type: string, content: object = {}): void {
		this.#notes += 1;
		this.add({ id: `note-${this.#notes}`, conversation, by: 'note', type, content });
	}

	/** Takes over a line as it was. */
	take(entry: ChatEntry): void {
		if (entry.by === 'note') this.#notes += 1;
		this.entries.push(entry);
	}

	/** The business read a customer's message, and those before it, and perhaps types an answer. */
	markRead(messageId: string, isTyping: boolean): void {
		const entry = this.entries.findLast(({ id }) => id === messageId);
		if (entry === undefined) return;
		if (isTyping) entry.typingUntil = this.clock.now() + TYPING_MS;
		const isEarlier = ({ by, conversation, at }: ChatEntry) =>
			by === 'customer' && conversation === entry.conversation && at <= entry.at;
		for (const one of this.entries) if (isEarlier(one)) one.read = true;
	}

	/** Forgets everything. */
	clear(): void {
		this.entries.length = 0;
	}
}
