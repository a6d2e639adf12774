import type {
	AgentReplyEvent,
	AppReplyEvent,
	HandoverEvent,
	MessageEvent,
	PreferenceEvent,
} from '../events/messaging-event';

/** What a message of ours said, kept because the credential that sent it says so. */
export interface SentText {
	channel: string;
	/** The customer, or the group. */
	contact: string;
	messageId: string;
	/** Epoch ms */
	at: number;
	/** text, image, template, … */
	type: string;
	text: string;
}

export interface HistoryQuery {
	channel: string;
	/** The customer or the group, by any name; normalized. */
	contact: string;
	/** Only what was said at this time or later. Epoch ms */
	since?: number;
	/** As many of each kind, the newest. */
	limit: number;
}

/** An event that a conversation is found by. */
export type ConversationEvent =
	MessageEvent | AgentReplyEvent | AppReplyEvent | HandoverEvent | PreferenceEvent;

/** What was said in a conversation: what was received, and what was sent and kept. Each newest first. */
export interface History {
	received: Array<MessageEvent | AgentReplyEvent | AppReplyEvent>;
	sent: SentText[];
}
