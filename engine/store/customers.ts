import type { Register, SentText } from '../state/register';
import type { KeptDecision } from './decisions';
import type { DeadLetter, InboxEntry } from './inbox';
import type { KeptCharge } from './money';
import type { SendRecord } from './sends';
import type { KeptWait } from './waits';

/** A customer of a number, by any of their names: a phone number, a user ID, or another name that is known. */
export interface CustomerQuery {
	channel: string;
	/** Normalized. */
	name: string;
}

/** A send to a customer, with all that is kept about it. */
export interface KeptSend extends SendRecord {
	/** Of a recipient of a campaign: what was planned, and what tells it from others in the campaign. */
	content?: unknown;
	recipient?: string;
	/** The rule or the error that decided, for programs. */
	rule?: string;
}

/** Everything that is kept about a customer. Times in epoch ms. */
export interface CustomerData {
	/** All names of the customer, the one that the others lead to first. */
	names: string[];
	/** What is known about the conversation: the window, the holder, opt-outs, and whose a phone number is. */
	state: Array<Pick<Register, 'at' | 'value'> & { subject: string; name: string }>;
	/** What the customer wrote, in groups too, and everything else that was received about them. */
	events: Array<InboxEntry & { receivedAt: number }>;
	deadLetters: DeadLetter[];
	/** Executions that a trigger started for the events. */
	starts: Array<{ trigger: string; eventId: string; confirmed: boolean; at: number }>;
	/** Messages that a trigger keeps until the customer is silent: the events are among the others. */
	bursts: Array<{ trigger: string; contact: string; openedAt: number; dueAt: number; events: string[] }>;
	sends: KeptSend[];
	/** What messages said, if their credential keeps it. */
	sentTexts: SentText[];
	/** Why messages to the customer went out, waited, or didn't go out. */
	decisions: KeptDecision[];
	/** What messages to the customer cost, as far as statuses say so: also those of other systems. */
	charges: KeptCharge[];
	/** Executions that wait for the customer's answer, or that had one. */
	waits: KeptWait[];
	/** Deliveries that mention the customer, and wait to be forwarded. */
	forwards: Array<{ target: string; receivedAt: number }>;
}

/** How much was erased of each. */
export type ErasedCounts = Readonly<Record<keyof CustomerData, number>>;

/**
 * What the store has about one customer. An erasure works in small pieces, so that nothing waits for it; one that was
 * interrupted is completed by the next.
 */
export interface CustomerStore {
	/** The numbers that anything is kept of about a customer. */
	channels(): Promise<string[]>;
	export(customer: CustomerQuery): Promise<CustomerData>;
	/**
	 * Erases a customer. Hashes are kept, so that a redelivery, a repeated execution, and a repeated plan change nothing,
	 * and opt-outs still count, under every name that was known. Messages that wait for the customer aren't sent.
	 */
	erase(customer: CustomerQuery): Promise<ErasedCounts>;
}
