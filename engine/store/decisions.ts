import type { Action } from '../decision';
import type { DecidedCost } from './money';
import type { PolicyDocument } from '../policies/policy';

/** Who asked for a decision: the workflow and its execution in n8n. */
export interface DecisionOrigin {
	/** Its ID. */
	workflow?: string;
	workflowName?: string;
	execution?: string;
}

/** A policy, as the log of decisions knows it. */
export interface LoggedPolicy {
	/** A hash of what it says. */
	id: string;
	/** The facts that the log keeps of its decisions, in their order. */
	facts: readonly string[];
	document: PolicyDocument;
}

/** A decision about a message, on its way into the log. */
export interface DecisionNote {
	/** Of the message's send. */
	key: string;
	channel: string;
	/** The customer, by any name. */
	contact: string;
	/** Epoch ms of the gateway's clock */
	at: number;
	/** Absent if no policy decided. */
	policy?: string;
	action: Action;
	rule: string;
	retryAt?: number;
	/** The values of the policy's facts, in its order. */
	facts?: readonly unknown[];
	/** What the rule says, if no policy says it. */
	why?: string;
	/** What the message was expected to cost, if its account had prices. */
	estimate?: DecidedCost;
	origin?: DecisionOrigin;
}

/** A decision that was kept. */
export interface KeptDecision extends DecisionNote {
	/** How many decisions it stands for: of those that hold or skip a message again and again, the last is kept. */
	times: number;
}

/** A place in the log, in its order. */
export interface DecisionPlace {
	at: number;
	key: string;
	part: number;
}

/**
 * Why each message went out, waited, or didn't go out. A decision that sends is noted with its send, in one transaction.
 * Nothing is noted while the log is kept for 0 days.
 */
export interface DecisionStore {
	/** Keeps a policy, so that what it decided can be explained when it has changed or gone. */
	learnPolicy(policy: LoggedPolicy): Promise<void>;
	/** Keeps what a workflow is called now: its decisions are told with this name. */
	learnWorkflow(workflow: { id: string; name: string }): Promise<void>;
	/** Notes decisions that act on nothing, within half a second: a process that crashes before has lost them. */
	note(...notes: DecisionNote[]): void;
	/** The policies that decided, by their IDs. */
	policies(): Promise<ReadonlyMap<string, LoggedPolicy>>;
	/** The newest decisions about a customer, by any of their names (normalized), newest first. */
	about(query: { channel: string; contact: string; since?: number; limit: number }): Promise<KeptDecision[]>;
	/** The decisions about messages, by the keys of their sends, oldest first. */
	ofSends(keys: readonly string[]): Promise<KeptDecision[]>;
	/** A page of the log, oldest first. */
	page(query: {
		since: number;
		channel?: string | undefined;
		after?: DecisionPlace | undefined;
		limit: number;
	}): Promise<Array<KeptDecision & { place: DecisionPlace }>>;
}
