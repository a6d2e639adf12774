import type { Runtime } from '../../base';
import type { MessagingEvent } from '../events/messaging-event';
import type { PolicyDocument, PolicyTest } from '../policies/policy';
import type { Register, Registers, StateChanges } from '../state/register';
import type { TemplateHistory } from '../state/template';
import type { BurstStore } from './bursts';
import type { CallJournals } from './calls';
import type { CampaignStore } from './campaigns';
import type { SendCap } from './caps';
import type { CustomerStore } from './customers';
import type { DecisionNote, DecisionStore } from './decisions';
import type { AddTally, StoredTemplate, StoreFigures } from './figures';
import type { Forwarding, ForwardStore } from './forwards';
import type { OverviewStore } from './overview';
import type { Gathering } from './gathering';
import type { Happenings, MessageQuery } from './happenings';
import type { History, HistoryQuery } from './history';
import type { Inbox } from './inbox';
import type { MoneyStore, SpentSoFar } from './money';
import type { NumberSettingsStore } from './number-settings';
import type { NoSlot, RateStore, Slot, SlotRequest } from './rates';
import type { Retention, RetentionStore } from './retention';
import type { ConversationSpan, SeenMessage, SendRecord } from './sends';
import type { Session } from './session';
import type { WaitStore } from './waits';

/** An event on its way into the store, with what it changes there. */
export interface EventCommit {
	event: MessagingEvent;
	changes: StateChanges;
}

/**
 * Whether an execution may be started for an event:
 * `start` it is noted for this trigger now; `confirmed` one was started before; `busy` another delivery of the same
 * event is being answered right now; `gathered` it waits in a burst from now on.
 */
export type StartState = 'start' | 'confirmed' | 'busy' | 'gathered';

export interface CommittedEvent {
	/** Whether the event was never committed before. */
	fresh: boolean;
	start?: StartState;
	/** It answers a wait. */
	answers?: true;
	/** Its data can't be stored as it is: it is kept as `unknown`, and changes nothing. */
	unstorable?: true;
}

/** What `decide` looks at. */
export interface DecisionState {
	/** The name that the customer is kept under: the phone number if it is known. */
	contact: string;
	/** The customer's phone number, if it is known and was asked for. */
	phone?: string;
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
	/** What was spent until now, by category; nothing unless asked for. */
	spent: readonly SpentSoFar[];
}

export interface DecisionStateQuery {
	channel: string;
	contact: string;
	/** The contact is a user id: its phone number is asked for too. */
	withPhone?: boolean;
	account?: string;
	template?: { name: string; language: string };
	/** Epoch ms */
	sentSince?: number;
	/** Epoch ms */
	newCustomersSince?: number;
	/** The day of which it is asked what was spent, in the account's time zone: `2026-10-01`. */
	spentOn?: string;
	/** The campaign whose spending is asked for. */
	campaign?: string;
	/** The key of a send that isn't counted: the one that is decided about. */
	without?: string;
}

/**
 * The result of beginning a send: its slot and the store's clock (epoch µs), or what is already known about the send, or
 * why there is no slot, or that a cap was reached by others.
 */
export type BegunSend =
	{ slot: Slot; now: number } | { known: SendRecord } | { none: NoSlot } | { capReached: true };

/** Notes, with the events and for this trigger, that an execution is about to be started for some of them. */
export interface StartNote {
	trigger: string;
	eventIds: ReadonlySet<string>;
	/** A note older than this whose end was never heard counts for nothing. ms */
	leaseMs: number;
	/** Events that wait until their customer is silent, in bursts of this trigger. */
	gather?: Gathering;
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

/** Deliveries whose signatures were missing, or fit no secret. Whose they were, nobody can tell. */
export interface RefusedDeliveries {
	count: number;
	/** When the last one came. Local time, epoch ms */
	at: number;
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

/** What tells a store from others. */
export interface StoreIdentity {
	/** Made once for each store. A backup has it too, and so has the store that is restored from it. */
	id: string;
	/** Where it is, for people: without user and password. */
	name: string;
}

/** The trigger that a webhook URL belongs to. */
export interface WebhookOwner {
	/** Workflow and node: the same across restarts. */
	id: string;
	/** For people: the workflow's name. */
	name: string;
}

export type * from './bursts';
export type * from './calls';
export type * from './campaigns';
export type * from './caps';
export type * from './customers';
export type * from './decisions';
export type * from './figures';
export type * from './overview';
export type * from './forwards';
export type * from './gathering';
export type * from './happenings';
export type * from './history';
export type * from './inbox';
export type * from './money';
export type * from './number-settings';
export type * from './rates';
export type * from './retention';
export type * from './sends';
export type * from './waits';

/**
 * All that the package keeps. Each method is one atomic operation; none hands out a connection. All times are
 * epoch ms.
 */
export interface Store {
	/** Time, timers, and randomness, for the store and for everyone who works with it. */
	readonly runtime: Runtime;
	/** @internal */
	readonly session: Session;
	/** What tells this store from others. */
	identity(): Promise<StoreIdentity>;
	/**
	 * Commits a delivery: fresh events go into the inbox and change the state, known ones do nothing. All or
	 * nothing, in one transaction, which it shares with other deliveries of the moment. A delivery with something new in
	 * it, or with nothing in it at all, is queued for those it is forwarded to.
	 * @internal
	 */
	commitEvents(
		commits: EventCommit[],
		receivedAt: number,
		start?: StartNote,
		forward?: Forwarding,
	): Promise<CommittedEvent[]>;
	/**
	 * Ends what `commitEvents` noted: confirmed, or released so that the next delivery starts it.
	 * @internal
	 */
	settleStarts(trigger: string, eventIds: string[], end: 'confirmed' | 'released'): Promise<void>;
	/**
	 * Applies changes that come from our own acts.
	 * @internal
	 */
	apply(...changes: StateChanges[]): Promise<void>;
	/**
	 * Reads what a decision needs, the contact under whatever name.
	 * @internal
	 */
	readDecisionState(query: DecisionStateQuery): Promise<DecisionState>;
	/**
	 * The same for many decisions in one go.
	 * @internal
	 */
	readDecisionStates(queries: DecisionStateQuery[]): Promise<DecisionState[]>;
	/**
	 * One register, `undefined` when nothing was written.
	 * @internal
	 */
	readRegister(scope: string, subject: string, name: string): Promise<Register | undefined>;
	/**
	 * The newest value of a register's name over all subjects without a scope of their own, for example all clocks.
	 * @internal
	 */
	readScopes(name: string): Promise<Array<{ scope: string; register: Register }>>;
	conversations: {
		/** Conversations that a customer opened in a time, by contact. */
		list(query: OpenConversationQuery): Promise<OpenConversation[]>;
		/** What was said in one, under whatever name it is asked for. */
		history(query: HistoryQuery): Promise<History>;
		/** What happened with a customer, under whatever name it is asked for. */
		happenings(query: HistoryQuery): Promise<Happenings>;
		/** What happened with a message. */
		happeningsOf(query: MessageQuery): Promise<Happenings>;
	};
	inbox: Inbox;
	/** @internal */
	bursts: BurstStore;
	customers: CustomerStore;
	/** @internal */
	forwards: ForwardStore;
	/** @internal */
	sends: {
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
	};
	/** @internal */
	decisions: DecisionStore;
	/** @internal */
	campaigns: CampaignStore;
	/** @internal */
	rates: RateStore;
	/**
	 * What workers of this machine note of their calls. It isn't in the database.
	 * @internal
	 */
	journals: CallJournals;
	/** @internal */
	waits: WaitStore;
	/** @internal */
	webhooks: {
		/** What is known about the channel's URLs, newest first. */
		list(channel: string): Promise<WebhookUrl[]>;
		/** Remembers a URL of somebody else's. */
		noteForeign(channel: string, url: string, at: number): Promise<void>;
		/** Remembers a URL as ours for ever. An active one is the only active one of its channel. */
		noteOurs(channel: string, url: Required<Omit<WebhookUrl, 'ours'>>, at: number): Promise<void>;
		/** This URL is not active any more. */
		deactivate(channel: string, url: string): Promise<void>;
		/** Counts a delivery whose signature was refused, within ten seconds: a process that crashes before has lost it. */
		noteRefused(): void;
		/** What was refused until now; `undefined` if nothing was. */
		refused(): Promise<RefusedDeliveries | undefined>;
	};
	policies: {
		/** Keeps a policy as the next version of its name; the document's own version number does not count. */
		save(document: PolicyDocument, savedAt: number): Promise<StoredPolicy>;
		/** The newest version of a policy, or a given one. */
		find(name: string, version?: number): Promise<StoredPolicy | undefined>;
		/** The newest version of every policy, by name. */
		list(): Promise<StoredPolicy[]>;
		/** What a policy has to decide, by the names of the tests. */
		tests(policy: string): Promise<PolicyTest[]>;
		/** Keeps a test of a policy instead of the one of its name. */
		keepTest(policy: string, test: PolicyTest, now: number): Promise<void>;
		/** @returns whether there was one */
		dropTest(policy: string, name: string): Promise<boolean>;
	};
	/** @internal */
	overview: OverviewStore;
	money: MoneyStore;
	/** Whether the store takes what is written to it. @throws what a write would throw, for example because the disk is full */
	check(): Promise<void>;
	/** @internal */
	addTally: AddTally;
	/**
	 * What the store says about itself.
	 * @internal
	 */
	figures(): Promise<StoreFigures>;
	/**
	 * What is known of templates.
	 * @internal
	 */
	templates(): Promise<StoredTemplate[]>;
	retention: RetentionStore;
	/** What is set for each number. */
	settings: NumberSettingsStore;
	/**
	 * Deletes what is past its retention time, in small pieces that nobody waits for, and returns the number of deleted
	 * events. Starts go with the events and recipients with the sends unless they have times of their own.
	 * @throws the signal's reason, if it ends the work early
	 */
	prune(retention: Retention, signal?: AbortSignal): Promise<number>;
	/** Ends what works in the background for the store, then closes the database. */
	close(): Promise<void>;
}
