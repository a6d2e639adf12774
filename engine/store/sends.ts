import type { RecipientState } from '../campaigns/recipient-states';
import type { SendPricing } from '../pricing';
import type { Reservation } from './money';

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
