import type { Action, TraceStep } from '../engine';
import type { ErrorEffect } from '../platform';

/** An error of the gateway, as an outcome and an item carry it. */
export interface OutcomeError {
	status?: number;
	code?: number;
	title: string;
	details?: string;
	effect: ErrorEffect;
}

/** What became of a message. */
export interface Outcome {
	action: Action;
	/** The rule that decided. */
	rule: string;
	/** A sentence for people. */
	reason: string;
	/** When to try again, where waiting alone helps. Epoch ms */
	retryAt?: number;
	/** The accepted message. */
	messageId?: string;
	/** Why it was not accepted. With the effect `unknown-outcome` it may be out: it is not sent again. */
	error?: OutcomeError;
	/** Whether this is the outcome of an earlier try of the same send, and nothing was sent now. */
	repeated?: boolean;
	trace?: TraceStep[];
}
