import type {
	AgentReplyEvent,
	AppReplyEvent,
	HandoverEvent,
	MessageEvent,
	PreferenceEvent,
	StatusEvent,
} from '../events/messaging-event';
import type { Registers, SentText } from '../state/register';
import type { StoredCampaign } from './campaigns';
import type { KeptSend } from './customers';
import type { KeptDecision } from './decisions';
import type { KeptWait } from './waits';

export interface OpenConversationQuery {
	channel: string;
	/** The customer's last message came after this. Epoch ms */
	openedAfter: number;
	/** And not after this. Epoch ms */
	openedUpTo?: number;
	/** The contact to continue after. */
	after?: string;
	/** 100 by default. */
	limit?: number;
}

export interface OpenConversation {
	contact: string;
	registers: Registers;
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

/** An event with when it was received. Epoch ms of the gateway's clock, as far ahead as it is now */
export type ReceivedEvent = ConversationEvent & { receivedAt: number };

/** What a workflow told about a customer, of each kind the newest: who answers, who holds the conversation, an opt-out. */
export interface Told {
	/** Epoch ms */
	at: number;
	/** The register's. */
	name: string;
	value: unknown;
}

/** Everything that the store knows happened with a customer or a message. Each newest first. */
export interface Happenings {
	received: ReceivedEvent[];
	told: Told[];
	decisions: KeptDecision[];
	/** Those that were sent at that time, and those that wait. */
	sends: KeptSend[];
	/** Of these sends. */
	statuses: StatusEvent[];
	waits: KeptWait[];
	/** What these sends said, of those whose texts are kept. */
	texts: SentText[];
	/** The campaigns that sends wait in. */
	campaigns: StoredCampaign[];
}

/** What names a message: its ID, the key of its send, or the execution that sent it, which may have sent several. */
export type MessageQuery = { channel: string } & (
	{ messageId: string } | { key: string } | { execution: string }
);

/** Conversations, and what was said and happened in them. */
export interface ConversationStore {
	/** Conversations that a customer opened in a time, by contact. */
	list(query: OpenConversationQuery): Promise<OpenConversation[]>;
	/** What was said in one, under whatever name it is asked for. */
	history(query: HistoryQuery): Promise<History>;
	/** What happened with a customer, under whatever name it is asked for. */
	happenings(query: HistoryQuery): Promise<Happenings>;
	/** What happened with a message. */
	happeningsOf(query: MessageQuery): Promise<Happenings>;
}
