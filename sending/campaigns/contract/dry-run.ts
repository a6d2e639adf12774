import type { Action } from '../../../engine';
import type { InvalidRecipient } from './plan';

/** What a recipient would be sent now. */
export interface DryRunDecision {
	/** Its place in the list, from 0. */
	index: number;
	to: string;
	key: string;
	action: Action;
	rule: string;
	reason: string;
	/** Epoch ms */
	retryAt?: number;
	/** In upper case; `none` if nothing says it. */
	category: string;
}

export interface DryRunResult {
	decisions: DryRunDecision[];
	/** The messages that would go out now, by the category that they are charged as: freeform ones are `SERVICE`. */
	messages: Record<string, number>;
	/** All recipients by what the rules say. */
	actions: Record<Action, number>;
	invalid: InvalidRecipient[];
	/** Those who are in the campaign already, or more than once in the list. */
	repeated: number;
	/** Of these, those who are in the campaign already. */
	planned: number;
}
