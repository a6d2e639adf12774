import type { Runtime } from '../../base';
import type { RecipientState } from '../campaigns/recipient-states';
import type { MessagingEvent } from '../events/messaging-event';
import type { PolicyDocument } from '../policies/policy';
import type { Register, Registers, StateChanges } from '../state/register';
import type { TemplateHistory } from '../state/template';
import type { CampaignStore } from './campaigns';
import type { Inbox } from './inbox';
import type { NoSlot, RateStore, Slot, SlotRequest } from './rates';

/** An event on its way into the store, with what it changes there. */
export interface EventCommit {
	event: MessagingEvent;
	changes: StateChanges;
}

/**
 * Whether an execution may be started for an event:
 * `start` it is noted for this trigger now; `confirmed` one was started before; `busy` another delivery of the same
 * event is being answered right now.
 */
export type StartState = 'start' | 'confirmed' | 'busy';

export interface CommittedEvent {
	/** Whether the event was never committed before. */
	fresh: boolean;
	start?: StartState;
	/** Its data can't be stored as it is: it is kept as `unknown`, and changes nothing. */
	unstorable?: true;
}

/** What `decide` looks at. */
export interface DecisionState {
	/** The name that the customer is kept under: the phone number if it is known. */
	contact: string;
	conversation: Registers;
	/** Registers of the channel itself: its account, its clock. */
	channel: Registers;
	template: { registers: Registers; history: TemplateHistory };
	/** What was sent to the contact since `sentSince`, oldest first; empty unless asked for. */
	sent: Array<Pick<SendRecord, 'at' | 'action' | 'category'>>;
	/** The customers that the channel wrote to on its own initiative since `newCustomersSince`; none unless asked for. */
	newCustomers: {
		count: number;
		/** When the first of them was written to. Epoch ms */
		oldestAt?: number;
		/** Whether the contact is one of them. */
		known: boolean;
	};
}

export interface DecisionStateQuery {
	channel: string;
	contact: string;
	account?: string;
	template?: { name: string; language: string };
	/** Epoch ms */
	sentSince?: number;
	/** Epoch ms */
	newCustomersSince?: number;
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
	/** Of a recipient: its campaign, when it is looked at next (epoch ms), and why it is in its state. */
	campaign?: string;
	due?: number;
	reason?: string;
}

/** The result of beginning a send: its slot, or what is already known about the send, or why there is no slot. */
export type BegunSend = { slot: Slot } | { known: SendRecord } | { none: NoSlot };

/** Notes, with the events and for this trigger, that an execution is about to be started for some of them. */
export interface StartNote {
	trigger: string;
	eventIds: ReadonlySet<string>;
	/** A note older than this whose end was never heard counts for nothing. ms */
	leaseMs: number;
}

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

/** A webhook URL that was seen or set on a channel. */
export interface WebhookUrl {
	url: string;
	/** Whether one of our triggers set it. */
	ours: boolean;
	owner?: WebhookOwner;
	/** Whether it is the one that a published trigger of ours set last. */
	active: boolean;
}

/** A version of a named policy. */
export interface StoredPolicy {
	document: PolicyDocument;
	/** Epoch ms */
	savedAt: number;
}

/** The trigger that a webhook URL belongs to. */
export interface WebhookOwner {
	/** Workflow and node: the same across restarts. */
	id: string;
	/** For people: the workflow's name. */
	name: string;
}

export type * from './campaigns';
export type * from './inbox';
export type * from './rates';

/**
 * All that the package keeps. Each method is one atomic operation; none hands out a connection. All times are
 * epoch ms.
 */
export interface Store {
	/** Time, timers, and randomness, for the store and for everyone who works with it. */
	readonly runtime: Runtime;
	/**
	 * Commits a delivery: fresh events go into the inbox and change the state, known ones do nothing. All or
	 * nothing, in one transaction, which it shares with other deliveries of the moment.
	 */
	commitEvents(commits: EventCommit[], receivedAt: number, start?: StartNote): Promise<CommittedEvent[]>;
	/** Ends what `commitEvents` noted: confirmed, or released so that the next delivery starts it. */
	settleStarts(trigger: string, eventIds: string[], end: 'confirmed' | 'released'): Promise<void>;
	/** Applies changes that come from our own acts. */
	apply(...changes: StateChanges[]): Promise<void>;
	/** Reads what a decision needs, the contact under whatever name. */
	readDecisionState(query: DecisionStateQuery): Promise<DecisionState>;
	/** The same for many decisions in one go. */
	readDecisionStates(queries: DecisionStateQuery[]): Promise<DecisionState[]>;
	/** One register, `undefined` when nothing was written. */
	readRegister(scope: string, subject: string, name: string): Promise<Register | undefined>;
	/** The newest value of a register's name over all subjects without a scope of their own, for example all clocks. */
	readScopes(name: string): Promise<Array<{ scope: string; register: Register }>>;
	conversations: {
		/** Conversations that a customer opened in a time, by contact. */
		list(query: OpenConversationQuery): Promise<OpenConversation[]>;
	};
	inbox: Inbox;
	sends: {
		/** Begins a send in the next free slot of its number, unless its key is known or no slot is free. */
		begin(send: SendRecord, slot: SlotRequest): Promise<BegunSend>;
		/** Notes that a send that was begun goes out in another form, or later. */
		amend(send: SendRecord): Promise<void>;
		/** Notes the answer to a send, and what it changes in the state. */
		end(
			key: string,
			end: Pick<SendRecord, 'state' | 'messageId' | 'outcome'>,
			...changes: StateChanges[]
		): Promise<void>;
		/** Forgets a send that provably did not happen, so that it may be tried again, and notes why in the state. */
		forget(key: string, ...changes: StateChanges[]): Promise<void>;
		find(key: string): Promise<SendRecord | undefined>;
	};
	campaigns: CampaignStore;
	rates: RateStore;
	webhooks: {
		/** What is known about the channel's URLs, newest first. */
		list(channel: string): Promise<WebhookUrl[]>;
		/** Remembers a URL of somebody else's. */
		noteForeign(channel: string, url: string, at: number): Promise<void>;
		/** Remembers a URL as ours for ever. An active one is the only active one of its channel. */
		noteOurs(channel: string, url: Required<Omit<WebhookUrl, 'ours'>>, at: number): Promise<void>;
		/** This URL is not active any more. */
		deactivate(channel: string, url: string): Promise<void>;
	};
	policies: {
		/** Keeps a policy as the next version of its name; the document's own version number does not count. */
		save(document: PolicyDocument, savedAt: number): Promise<StoredPolicy>;
		/** The newest version of a policy, or a given one. */
		find(name: string, version?: number): Promise<StoredPolicy | undefined>;
		/** The newest version of every policy, by name. */
		list(): Promise<StoredPolicy[]>;
	};
	/** Deletes what is past its retention time, and returns the number of deleted events. */
	prune(retention: Retention): Promise<number>;
	close(): Promise<void>;
}

/** What is deleted: everything older than these times. Epoch ms */
export interface Retention {
	/** Events with the marks that tell their redeliveries. What a living subscription has not settled is kept. */
	events: number;
	/** Sends that have ended, with the keys that tell their repeats. */
	sends: number;
}
