import type { Runtime } from '../../base';
import type { Register, StateChanges } from '../state/register';
import type { BurstStore } from './bursts';
import type { CallJournals } from './calls';
import type { CampaignStore } from './campaigns';
import type { ConversationStore } from './conversations';
import type { CustomerStore } from './customers';
import type { DecisionState, DecisionStateQuery } from './decision-state';
import type { DecisionStore } from './decisions';
import type { CommittedEvent, EventCommit, StartNote } from './deliveries';
import type { AddTally, StoredTemplate, StoreFigures } from './figures';
import type { Forwarding, ForwardStore } from './forwards';
import type { Inbox } from './inbox';
import type { MoneyStore } from './money';
import type { NumberSettingsStore } from './number-settings';
import type { OverviewStore } from './overview';
import type { PolicyStore } from './policies';
import type { RateStore } from './rates';
import type { Retention, RetentionStore } from './retention';
import type { SendStore } from './sends';
import type { Session } from './session';
import type { WaitStore } from './waits';
import type { WebhookStore } from './webhooks';

export type * from './bursts';
export type * from './calls';
export type * from './campaigns';
export type * from './caps';
export type * from './conversations';
export type * from './customers';
export type * from './decision-state';
export type * from './decisions';
export type * from './deliveries';
export type * from './figures';
export type * from './forwards';
export type * from './gathering';
export type * from './inbox';
export type * from './money';
export type * from './number-settings';
export type * from './overview';
export type * from './policies';
export type * from './rates';
export type * from './recipients';
export type * from './retention';
export type * from './sends';
export type * from './waits';
export type * from './webhooks';

/** What tells a store from others. */
export interface StoreIdentity {
	/** Made once for each store. A backup has it too, and so has the store that is restored from it. */
	id: string;
	/** Where it is, for people: without user and password. */
	name: string;
}

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
	conversations: ConversationStore;
	inbox: Inbox;
	/** @internal */
	bursts: BurstStore;
	customers: CustomerStore;
	/** @internal */
	forwards: ForwardStore;
	/** @internal */
	sends: SendStore;
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
	webhooks: WebhookStore;
	policies: PolicyStore;
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
