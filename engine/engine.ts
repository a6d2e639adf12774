import type { Runtime } from '../base';
import type { Decision } from './decision';
import type { ReplayOptions } from './decisions/replay';
import type { Replay } from './decisions/replay-result';
import type { TimelineEntry } from './decisions/timeline';
import type { MessagingEvent } from './events/messaging-event';
import type { IngestOptions, IngestResult } from './ingest';
import type { Intent } from './intent';
import type { EngineOutcome, RefusedOutcome, SentOutcome } from './outcome';
import type { Facts } from './policies/facts';
import type { PolicyDocument } from './policies/policy';
import type { Reaction } from './reactions/reaction';
import type { Conversation } from './state/conversation';
import type { Template, TemplateStep } from './state/template';
import type { LoggedPolicy } from './store/decisions';
import type { Store } from './store/store';

export interface Engine {
	readonly store: Store;
	/** Time, timers, and randomness, for everyone who works with this engine. */
	readonly runtime: Runtime;
	/** The policy that it asks, as the log of decisions knows it. */
	readonly policy: LoggedPolicy;
	/** The gateway's clock for a channel. Epoch ms */
	now(channel?: string): Promise<number>;
	/**
	 * Notes what time the gateway says it is (epoch ms): the `Date` header of an answer.
	 * @param believed what the caller read as its time just now (epoch ms); read from the store if left out
	 */
	observeClock(channel: string, gatewayTime: number, believed?: number): Promise<void>;
	/** The channels that have an event dated later than their clock allows: asking the gateway for the time tells why. */
	channelsBehind(events: MessagingEvent[]): Promise<string[]>;
	/**
	 * Commits the events of a delivery: inbox, marks and state in one transaction. A large delivery takes several;
	 * if one of them fails, the delivery has to come again, and what was committed is known then.
	 */
	ingest(events: MessagingEvent[], options?: IngestOptions): Promise<IngestResult>;
	/** The reactions of the engine's policy to an event, as `ingest` returns them for fresh ones. */
	reactionsTo(event: MessagingEvent): Promise<Reaction[]>;
	/** Notes acts of our own, in one transaction. */
	record(...outcomes: EngineOutcome[]): Promise<Reaction[]>;
	/**
	 * Notes how a send that was begun has ended, with what it changes, in one transaction: the message was accepted, or
	 * it was refused, and its send is forgotten.
	 * @param now epoch ms of the gateway's clock
	 */
	recordSend(key: string, ended: SendEnd, now: number): Promise<Reaction[]>;
	/** What is known about a conversation now, however the customer is named. */
	conversation(intent: Pick<Intent, 'channel' | 'to'>): Promise<Conversation>;
	/** The conversations whose window is open now, by contact; only those that close within a time (ms), if given. */
	openConversations(query: OpenConversationsQuery): Promise<OpenConversationState[]>;
	/** What is known about a template now. */
	template(intent: Pick<Intent, 'channel' | 'account' | 'template'>): Promise<Template>;
	/** The life of a template until now, oldest step first; empty when nothing was heard of it. */
	templateLifecycle(intent: Pick<Intent, 'channel' | 'account' | 'template'>): Promise<TemplateStep[]>;
	/**
	 * Whether a template was ever approved, as far as it is known: its name is locked after a deletion
	 * (docs/interface.md, Template deletion).
	 */
	wasApproved(intent: Pick<Intent, 'channel' | 'account' | 'template'>): Promise<boolean>;
	/** An engine with the same store and clock that asks another policy. */
	withPolicy(policy: PolicyDocument): Engine;
	/** What is known about this message now, read in one go. A send that was begun for it doesn't count: its key is `without`. */
	look(intent: Intent, options?: { without?: string }): Promise<Situation>;
	/** What the rules are asked with for this message now. */
	facts(intent: Intent): Promise<Facts>;
	/**
	 * May this message go out now, and as what? By the facts given, if the caller has just looked, and about the name that
	 * tells the customer's market.
	 */
	decide(intent: Intent, options?: { trace?: boolean; facts?: Facts; to?: string }): Promise<Decision>;
	/** The same for many messages in one go. */
	decideAll(intents: Intent[]): Promise<Decision[]>;
	/** What happened with a customer, and why, oldest first; what happens next comes last. Empty if nothing is stored. */
	timeline(query: TimelineQuery): Promise<TimelineEntry[]>;
	/** The same for the messages that this names: the ID of a message, the key of its send, or an execution. */
	trace(query: TraceQuery): Promise<TimelineEntry[]>;
	/**
	 * Asks the engine's policy about the decisions that were kept, with what was known then, and says what it would have
	 * decided otherwise. What wasn't kept is rebuilt from the events that remain, and never guessed.
	 * @throws the signal's reason, if it ends the work early, and Error if no campaign has the ID that was given
	 */
	replay(options: ReplayOptions): Promise<Replay>;
}

/** What is known about a message at one moment, `facts.now`. */
export interface Situation {
	facts: Facts;
	template: Template;
	/** The name of the customer that tells the market: the phone number, if it's known. */
	to: string;
	/** The number that its template has to go to, if the intent names a user id that the platform refuses for it. */
	sendTo?: string;
}

/** How a send of ours ended: `kept` is what a repeat of the send is told. */
export type SendEnd = { outcome: SentOutcome; kept: unknown } | { outcome: RefusedOutcome };

export interface OpenConversationsQuery {
	channel: string;
	/** ms */
	closingWithin?: number;
	/** The contact to continue after. */
	after?: string;
	/** 100 by default. */
	limit?: number;
}

export interface TimelineQuery extends Pick<Intent, 'channel' | 'to'> {
	/** What happened from then on. Epoch ms */
	since?: number;
	/** How many of each kind are looked for, the newest. 1,000 by default. */
	limit?: number;
}

export interface TraceQuery {
	channel: string;
	/** The ID of a message or an execution, or a key. */
	message: string;
}

export interface OpenConversationState extends Conversation {
	contact: string;
}
