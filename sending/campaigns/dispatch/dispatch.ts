import type { Signal } from '../../../base';
import type {
	ClaimedRecipient,
	Decision,
	DecisionNote,
	DecisionOrigin,
	Engine,
	Facts,
	Intent,
	StoredRecipient,
} from '../../../engine';
import type { GatewayClock } from '../../gateway-clock';
import type { Attempt } from '../../submit';
import type { DecideAll } from '../decide-messages';
import type { FrozenMessage, PolicyVersion } from '../plan/frozen-message';
import type { SendSummary } from './send-summary';

/** What a dispatcher is given. */
export interface DispatcherOptions {
	engine: Engine;
	decideAll: DecideAll;
	clock: GatewayClock;
	/**
	 * Learns a template from the gateway, `anew` if the gateway has just shown that what is known is wrong. A gateway
	 * that doesn't answer changes nothing.
	 */
	learn(intent: Pick<Intent, 'channel' | 'account' | 'template'>, options?: { anew: boolean }): Promise<void>;
	channel: string;
	/** One campaign only. */
	campaign?: string;
	summary: SendSummary;
	/** Who sends, for the log of decisions. */
	origin?: DecisionOrigin;
	/** Is told what became of each recipient that wasn't given back. */
	tell?(recipient: StoredRecipient): void;
	/** Whether nothing may be claimed any more. */
	isOver(): boolean;
}

/** What claiming, beginning, and recording share. */
export interface Dispatch extends DispatcherOptions {
	/** Raised when anything here has changed. */
	readonly changed: Signal;
	/** Customers whose message is ready or on its way. */
	readonly customers: Set<string>;
	/** Whether messages may still be claimed and begun. */
	isOpen(): boolean;
	/** The policy of a campaign, looked up once. */
	policyOf(campaign: string): Promise<PolicyVersion>;
	/** Whether a campaign has a budget. */
	hasBudget(campaign: string): Promise<boolean>;
	/** The store fails: nothing more is begun, and what is on its way is settled as far as possible. */
	giveUp(error: unknown): void;
}

/** A message that the rules let out. */
export interface Ready extends Attempt {
	recipient: ClaimedRecipient;
	message: FrozenMessage;
	rule: string;
	reason: string;
	facts: Facts;
	caps?: Decision['caps'];
	reserve?: Decision['reserve'];
	/** Whether its campaign has a budget. */
	hasBudget: boolean;
	/** Why it goes out, for the log of decisions. */
	decision: DecisionNote;
	/** Epoch ms of the gateway's clock */
	claimedAt: number;
}
