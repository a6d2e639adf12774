import type { Action, CostEstimate, Decision, SentAs, TraceStep } from '../engine';
import type { GatewayError } from '../gateway';
import type { ErrorEffect, FreeformContent, TemplateMessageComponent } from '../platform';

/** What to send, for each form that the decision may choose. */
export interface Content {
	/**
	 * A freeform message: its type and the field of that name, for example `{ type: 'text', text: { body } }`; or a
	 * function that makes it, called only when it is about to go out. What that throws, `send` rejects with.
	 */
	freeform?: FreeformContent | (() => Promise<FreeformContent>);
	/** The values of the template's variables. */
	template?: { components?: TemplateMessageComponent[] };
	/** The message that this one answers. */
	replyTo?: string;
	/** `false` leaves the documented limits to the gateway, which may know others. */
	checkFirst?: boolean;
}

export interface SendOptions {
	/** Whatever is sent under the same key is sent once: a repeat returns the outcome of the first. */
	once?: string;
	/**
	 * Once to this customer, by any name, in this campaign, even if it was planned there. Replaces `once`, and is
	 * what the rules see as the campaign unless the intent names one.
	 */
	campaign?: string;
	/** Sends in this form without asking the rules; the gateway has the last word. */
	as?: SentAs;
	/** Why earlier rules did not fire. */
	trace?: boolean;
}

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
	/** Of a message that was accepted, if the account has prices: what it costs at most. */
	cost?: CostEstimate;
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
