import type { RecipientState } from '../campaigns/recipient-states';
import type { SendPricing } from '../pricing';
import type { StateChanges } from '../state/register';
import type { SendCap } from './caps';
import type { DecisionNote } from './decisions';
import type { Reservation } from './money';
import type { NoSlot, Slot, SlotRequest } from './rates';

/** A message that a status tells of. */
export interface SeenMessage {
	channel: string;
	contact: string;
	messageId: string;
	/** Of the status. Epoch ms */
	at: number;
}

/** A time in a conversation. */
export interface ConversationSpan {
	/** By which the caller tells it from others. */
	id: string;
	channel: string;
	contact: string;
	/** Both are in it. Epoch ms */
	from: number;
	to: number;
}

/** A send of ours, from just before the call on. */
export interface SendRecord {
	key: string;
	channel: string;
	contact: string;
	action: 'freeform' | 'template';
	template?: { name: string; language: string };
	/** In upper case. */
	category?: string;
	/** Whether it opens a conversation: a template outside an open window. */
	opens?: boolean;
	/** `sending`: the call was begun and no answer is known. A recipient of a campaign is a send from its plan on. */
	state: RecipientState;
	/** Epoch ms */
	at: number;
	messageId?: string;
	outcome?: unknown;
	/** The campaign in which the customer gets it once, of a message that isn't of its recipients. */
	onceIn?: string;
	/** Of a recipient: its campaign, when it is looked at next (epoch ms), and why it is in its state. */
	campaign?: string;
	due?: number;
	reason?: string;
	/** What it costs at most, if the account has prices. */
	reserve?: Reservation;
	/** What the platform charges it as, once a status has said so. */
	pricing?: SendPricing;
}

/**
 * The result of beginning a send: its slot and the store's clock (epoch µs), or what is already known about the send, or
 * why there is no slot, or that a cap was reached by others.
 */
export type BegunSend =
	{ slot: Slot; now: number } | { known: SendRecord } | { none: NoSlot } | { capReached: true };

/** Single messages, each from just before its call on. */
export interface SendStore {
	/**
	 * Begins a send in the next free slot of its number, unless its key is known, a cap that its decision depends on was
	 * reached, or no slot is free.
	 */
	begin(
		send: SendRecord,
		slot: SlotRequest,
		caps?: readonly SendCap[],
		decision?: DecisionNote,
	): Promise<BegunSend>;
	/**
	 * Notes that a send that was begun goes out in another form, or later; false if a cap that this depends on was
	 * reached, and nothing is noted.
	 */
	amend(send: SendRecord, caps?: readonly SendCap[], decision?: DecisionNote): Promise<boolean>;
	/** Notes the answer to a send, and what it changes in the state. */
	end(
		key: string,
		end: Pick<SendRecord, 'state' | 'messageId' | 'outcome'>,
		...changes: StateChanges[]
	): Promise<void>;
	/** Forgets a send that provably did not happen, so that it may be tried again, and notes why in the state. */
	forget(key: string, ...changes: StateChanges[]): Promise<void>;
	/** @param formerKey the key that the send has if it was begun before schema version 19 */
	find(key: string, formerKey?: string): Promise<SendRecord | undefined>;
	/** The ids of those messages that this store sent, or may be sending right now. */
	ownOf(messages: readonly SeenMessage[]): Promise<ReadonlySet<string>>;
	/**
	 * When the last message of each span began that went out or may have gone out, also one whose answer isn't known
	 * yet, by the span's id. Epoch ms
	 */
	lastWithin(spans: readonly ConversationSpan[]): Promise<ReadonlyMap<string, number>>;
}
