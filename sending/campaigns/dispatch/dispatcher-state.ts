import type { Signal } from '../../../base';
import type {
	CallJournal,
	ClaimedRecipient,
	Decision,
	Engine,
	Facts,
	Intent,
	StoredRecipient,
} from '../../../engine';
import type { GatewayClock } from '../../gateway-clock';
import type { Submission, Submitter } from '../../submit';
import type { DecideAll } from '../decide-messages';
import type { FrozenMessage, PolicyVersion } from '../plan/frozen-message';
import type { Recorder } from './recorder';
import type { SendSummary } from './send-summary';

/** A message that the rules let out. */
export interface Ready extends Submission {
	recipient: ClaimedRecipient;
	message: FrozenMessage;
	rule: string;
	reason: string;
	facts: Facts;
	caps?: Decision['caps'];
	/** Epoch ms of the gateway's clock */
	claimedAt: number;
}

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
	/** Is told what became of each recipient that wasn't given back. */
	tell?(recipient: StoredRecipient): void;
	/** Whether nothing may be claimed any more. */
	isOver(): boolean;
}

/** What the parts of a dispatcher share. Each names the parts that it uses. */
export interface DispatcherState extends DispatcherOptions {
	/** Raised when anything here has changed. */
	readonly changed: Signal;
	readonly recorder: Recorder;
	/** What is noted of calls until the recorder has written what became of them. */
	readonly journal: CallJournal;
	readonly submitter: Submitter<Ready>;
	/** How fast the number may send. Messages a second */
	readonly perSecond: number;
	/** Customers whose message is ready or on its way. */
	readonly customers: Set<string>;
	/** The campaigns' policies, as they were looked up. */
	readonly policies: Map<string, PolicyVersion>;
	/** Let out and waiting for a slot. */
	ready: Ready[];
	/** Noted as sending, and waiting for another slot. */
	again: Ready[];
	/** How many are being noted as sending. */
	beginning: number;
	lostInARow: number;
	anyAnswer: boolean;
	halted: boolean;
	/** Why the store can't be relied on. */
	broken?: { error: unknown };
}

/** Parts of a dispatcher. */
export type Parts<Names extends keyof DispatcherState> = Pick<DispatcherState, Names>;

/** Whether nothing more is claimed or begun. */
export const isClosing = ({ halted, broken, isOver }: Parts<'halted' | 'broken' | 'isOver'>): boolean =>
	halted || broken !== undefined || isOver();

/** How many were let out, and haven't been called yet. */
export const waiting = ({
	ready,
	beginning,
	again,
	submitter,
}: Parts<'ready' | 'beginning' | 'again' | 'submitter'>): number =>
	ready.length + beginning + again.length + submitter.waiting();

/** The store fails: nothing more is begun, and what is on its way is settled as far as possible. */
export function giveUp(state: Parts<'broken' | 'changed'>, error: unknown): void {
	state.broken ??= { error };
	state.changed.raise();
}
