import type { Action, Decision, TraceStep } from '../engine';
import type { GatewayError } from '../gateway';
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
	/** When to try again, if waiting alone helps. Epoch ms */
	retryAt?: number;
	/** The accepted message. */
	messageId?: string;
	/** Why it wasn't accepted. With the effect `unknown-outcome` it may be out: it isn't sent again. */
	error?: OutcomeError;
	/** Whether this is the outcome of an earlier try of the same send, and nothing was sent now. */
	repeated?: boolean;
	trace?: TraceStep[];
}

/** What the rules say, as an outcome. */
export const toOutcome = ({ action, rule, reason, retryAt, trace }: Decision): Outcome => ({
	action,
	rule,
	reason,
	...(retryAt !== undefined && { retryAt }),
	...(trace && { trace }),
});

/** An error of the gateway, as an outcome carries it. */
export const toOutcomeError = ({ status, code, title, details, effect }: GatewayError): OutcomeError => ({
	...(status !== undefined && { status }),
	...(code !== undefined && { code }),
	title,
	...(details !== undefined && { details }),
	effect,
});
