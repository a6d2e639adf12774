import type { ChargeNote } from '../money/charges';
import type { SendPricing } from '../pricing';

/**
 * State is kept in registers. Each keeps the newest of all that was written to it, by (time, rank, id), so the state
 * is a function of the set of writes, whatever order they come in.
 */
export interface RegisterWrite<Value = unknown> {
	/** A channel (phone number id) or an account. */
	scope: string;
	/** A customer's address, a group's id, or a template (`template:<name>:<language>`); empty for the scope itself. */
	subject: string;
	name: string;
	/** Epoch ms */
	at: number;
	/** The time that decides the order, if it is later than what `at` may be. Epoch ms */
	datedAt?: number;
	/** Decides between writes of the same time: the more telling source has the higher rank. */
	rank: number;
	/** Decides between writes of the same time and rank: the event's id. */
	id: string;
	value: Value;
}

export type Register<Value = unknown> = Pick<
	RegisterWrite<Value>,
	'at' | 'datedAt' | 'rank' | 'id' | 'value'
>;

/** The time that decides the order of writes. Epoch ms */
export const dateOf = ({ at, datedAt = at }: Register): number => datedAt;

/** The order of writes: by time, then rank, then id. */
export function isNewer(a: Register, b: Register): boolean {
	if (dateOf(a) !== dateOf(b)) return dateOf(a) > dateOf(b);
	return a.rank === b.rank ? a.id > b.id : a.rank > b.rank;
}

/** Registers of one subject by name. */
export type Registers = Readonly<Record<string, Register>>;

/** Another name of a customer, learned from an event or an answer. */
export interface AliasWrite {
	scope: string;
	alias: string;
	contact: string;
	/**
	 * When the phone number `alias` was the user id `contact`'s. If another user has it later, the two are two
	 * customers, and the number is the later one's. Epoch ms; absent if both names are the same customer's for good
	 */
	ownedAt?: number;
}

/** One line of a template's history: a set that is folded in order of time, not a register. */
export type HistoryWrite<Value = unknown> = Omit<RegisterWrite<Value>, 'name'>;

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

/** What a status says of a send of ours. */
export interface SendSettlement {
	messageId: string;
	/** The number that the status names: it says nothing of the sends of others. */
	channel?: string;
	/** Of the send; it is found by the message's id if the status doesn't return a key. */
	key?: string;
	/** When the try that the status belongs to was sent, if that's known. Epoch ms */
	sentAt?: number;
	became: 'accepted' | 'delivered' | 'read' | 'failed';
	/** Why it failed: for programs, and for people. */
	rule?: string;
	reason?: string;
	/** What the message is charged as. It comes with one of its statuses. */
	pricing?: SendPricing;
}

/** Something changed for a customer: what is held for them is looked at again. */
export interface Wake {
	channel: string;
	contact: string;
}

/** What an event or an act of ours changes in the store. */
export interface StateChanges {
	registers?: RegisterWrite[];
	history?: HistoryWrite[];
	aliases?: AliasWrite[];
	settlements?: SendSettlement[];
	wakes?: Wake[];
	/** Of statuses, and of replies in the phone app. */
	charges?: ChargeNote[];
	/** Of messages that were accepted. They come with registers of their conversation. */
	sentTexts?: SentText[];
}

/**
 * The platform dates its events in whole seconds. Our own acts are compared with them at that grain, and the rank
 * decides within a second; else an act of ours in the same second would look newer than the event that followed it.
 */
export function wholeSecond(at: number): number {
	return Math.floor(at / 1_000) * 1_000;
}

/**
 * Rank of a source among writes of the same second: what the platform says beats what we conclude, and a
 * customer's message beats a refusal of that second, as it must have come after it.
 */
export const RANK = { ownAct: 1, answer: 2, message: 3, handover: 4 } as const;
