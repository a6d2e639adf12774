import type { RecipientState } from '../campaigns/recipient-states';
import type { SendPricing } from '../pricing';
import type { SendCap } from './caps';
import type { DecisionNote } from './decisions';
import type { Reservation } from './money';
import type { NoSlot, Slot } from './rates';

/** A recipient on its way into a campaign. */
export interface NewRecipient {
	/** The customer's address, normalised. */
	contact: string;
	/** What tells it from others in the campaign; the customer, by any name, by default. */
	recipient?: string;
	/** The key of its send; made from the number, the campaign, and the recipient by default. */
	key?: string;
	/** The campaign in which the customer gets it once, if it isn't this one. */
	onceIn?: string;
	template?: { name: string; language: string };
	category?: string;
	/** What is sent, frozen: JSON. `null` once its customer is erased. */
	content: unknown;
	state: 'planned' | 'held';
	/** 0 or before means at once. Epoch ms */
	due: number;
	/** The template whose state holds it. */
	waitsFor?: string;
	rule?: string;
	reason?: string;
}

/** A recipient, and the state of its message. */
export interface StoredRecipient extends Omit<
	NewRecipient,
	'state' | 'due' | 'waitsFor' | 'key' | 'recipient'
> {
	campaign: string;
	recipient: string;
	key: string;
	state: RecipientState;
	action: 'freeform' | 'template';
	due?: number;
	/** When it was submitted to the gateway; 0 if it wasn't. */
	at: number;
	messageId?: string;
	/** How often it was refused. */
	refusals: number;
	/** What the platform charges it as, once a status has said so. */
	pricing?: SendPricing;
	/** Unconfirmed, and no sign was found that it was sent. It may have been all the same. */
	noTrace?: true;
}

/** Which recipients are sent to again: those in a state, or those unconfirmed ones of whom no sign was found. */
export type RetriedRecipients = 'failed' | 'held' | 'unconfirmed' | 'unconfirmedWithoutTrace';

export interface RecipientClaim {
	channel: string;
	/** Claims of one campaign only. */
	campaign?: string;
	/** Epoch ms of the gateway's clock */
	now: number;
	/** How long the claim lasts, and the message that was begun with it, if nothing is heard of it. ms */
	leaseMs: number;
	/** Tells this claim from any other. */
	token: string;
	/** Of recipients, the abandoned ones among them. */
	limit: number;
	/** Templates that no longer hold anyone: recipients who wait for them are due. */
	free: readonly string[];
}

/** A recipient that a worker has, by a claim. */
export interface ClaimedRecipient extends StoredRecipient {
	/** The claim's. A later claim of the recipient, by whatever worker, leaves nothing to do for this one. */
	token: string;
}

export interface ClaimedRecipients {
	recipients: ClaimedRecipient[];
	/**
	 * Recipients whose message was begun, and whose lease is over, by the claims that they were begun with. Nothing was
	 * changed: whoever knows what became of them says so, with those tokens.
	 */
	abandoned: ClaimedRecipient[];
	/** When the next one is due; absent if there isn't one. */
	nextDueAt?: number;
}

/** A message that is about to be submitted to the gateway. */
export interface RecipientStart {
	key: string;
	/** Of the claim that the worker has it by. */
	token: string;
	action: 'freeform' | 'template';
	template?: { name: string; language: string };
	category?: string;
	/** Whether it opens a conversation. */
	opens: boolean;
	rule: string;
	reason: string;
	/** What the decision depends on. If others have reached a cap, the message isn't begun. */
	caps?: readonly SendCap[];
	/** What it costs at most, if the account has prices. */
	reserve?: Reservation;
	/** Whether its campaign has a budget. */
	hasBudget?: boolean;
	decision?: DecisionNote;
}

/** The messages that may go out, with their slots; or why the number has none. */
export interface BegunRecipients {
	/** The keys that may be sent, of those that were asked for. */
	begun: string[];
	/** A slot for each of them, then for each that was asked for on top. */
	slots: Slot[];
	/** The store's clock as the slots were taken, if there are any. Epoch µs */
	now?: number;
	none?: NoSlot;
	/** Campaigns that were paused, as the next message doesn't fit into their budgets. */
	paused?: Array<{ campaign: string; why: string }>;
}

/** What became of a recipient that this worker had. */
export interface RecipientEnd {
	key: string;
	/** Of the claim that the worker had it by. */
	token: string;
	step: 'release' | 'hold' | 'skip' | 'refuse' | 'lose' | 'accept';
	rule?: string;
	reason?: string;
	/** Of a hold. Of a release, when it was due, so that it keeps its place if that is before 0. Epoch ms */
	due?: number;
	/** Of a hold: the template whose state holds it. */
	waitsFor?: string;
	/** Whether the gateway refused it. */
	refused?: boolean;
	messageId?: string;
	/** Of a hold or a skip. */
	decision?: DecisionNote;
}
