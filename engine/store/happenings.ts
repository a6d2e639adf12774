import type { StatusEvent } from '../events/messaging-event';
import type { StoredCampaign } from './campaigns';
import type { KeptSend } from './customers';
import type { KeptDecision } from './decisions';
import type { ConversationEvent } from './history';
import type { KeptWait } from './waits';

/** An event with when it was received. Epoch ms of the gateway's clock, as far ahead as it is now */
export type ReceivedEvent = ConversationEvent & { receivedAt: number };

/** Everything that the store knows happened with a customer or a message. Each newest first. */
export interface Happenings {
	received: ReceivedEvent[];
	decisions: KeptDecision[];
	/** Those that were sent at that time, and those that wait. */
	sends: KeptSend[];
	/** Of these sends. */
	statuses: StatusEvent[];
	waits: KeptWait[];
	/** The campaigns that sends wait in. */
	campaigns: StoredCampaign[];
}

/** What names a message: its ID, the key of its send, or the execution that sent it, which may have sent several. */
export type MessageQuery = { channel: string } & (
	{ messageId: string } | { key: string } | { execution: string }
);
