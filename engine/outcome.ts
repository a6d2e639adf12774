import type { ErrorBody } from '../platform';
import { effectOfCode, explanationOf, GATEWAYS_ERROR, inOneText } from '../platform';
import type { RecipientState } from './campaigns/recipient-states';
import type { Holder } from './events/messaging-event';

interface OfMessage {
	channel: string;
	account?: string;
	/** The customer's address, or the group's id. */
	to: string;
	template?: { name: string; language: string };
	/** When the message was sent. Epoch ms of the gateway's clock; now by default */
	at?: number;
}

/** The gateway accepted a message. */
export interface SentOutcome extends OfMessage {
	kind: 'sent';
	messageId: string;
	/** The gateway's spelling of whom it went to. */
	contacts?: Array<{ input?: string; wa_id?: string; user_id?: string }>;
	/** What it said. The store keeps it only if the engine is told so. */
	said?: { type: string; text: string };
	/** Whether the platform holds the message to see how customers like the template. */
	heldForQuality?: boolean;
}

/** The gateway refused a message. */
export interface RefusedOutcome extends OfMessage {
	kind: 'refused';
	error: ErrorBody;
	/** When the refusal came, if it isn't now. Epoch ms */
	answeredAt?: number;
	/** When the customer last wrote, if the conversation was known to be active: the refusal says nothing newer. Epoch ms */
	activeSince?: number;
}

/** The gateway listed templates. */
export interface TemplatesListedOutcome {
	kind: 'templates-listed';
	channel: string;
	account?: string;
	at?: number;
	templates: Array<{
		name: string;
		language: string;
		status?: string;
		category?: string;
		quality?: string;
		reason?: string;
	}>;
	/** What was looked for: a template that the list does not hold is absent. */
	lookedFor?: { name: string; language: string };
}

/** A template was edited or deleted by us. */
export interface TemplateChangedOutcome {
	kind: 'template-edited' | 'template-deleted';
	channel: string;
	account?: string;
	at?: number;
	template: { name: string; language: string };
	/** Of a deletion: the name was approved in some language, so that it cannot be used again for a while. */
	nameLocked?: boolean;
}

/** Control of a conversation was released, passed or taken by us. */
export interface ThreadControlOutcome {
	kind: 'thread-control';
	channel: string;
	to: string;
	at?: number;
	action: 'release' | 'pass' | 'take';
	/** Of a pass: the role that gets the conversation; the escalation partner if left out. */
	targetRole?: string;
}

/** Somebody told us who holds a conversation, but no event did. */
export interface HolderSetOutcome {
	kind: 'holder-set';
	channel: string;
	to: string;
	at?: number;
	holder: Holder;
}

/** Somebody told us that a customer opted out of categories, or in again. */
export interface OptOutSetOutcome {
	kind: 'opt-out-set';
	channel: string;
	to: string;
	at?: number;
	/** MARKETING, UTILITY, AUTHENTICATION */
	categories: readonly string[];
	value: 'stop' | 'resume';
}

/** Somebody told us that someone at the business answers a customer, is called to, or no longer does. */
export interface HumanSetOutcome {
	kind: 'human-set';
	channel: string;
	to: string;
	at?: number;
	active: boolean;
	/** Somebody was called, and hasn't answered yet. Counts only with `active`. */
	called?: boolean;
}

/** An act of ours, and what came of it; or what somebody told us. */
export type EngineOutcome =
	| SentOutcome
	| RefusedOutcome
	| TemplatesListedOutcome
	| TemplateChangedOutcome
	| ThreadControlOutcome
	| HolderSetOutcome
	| OptOutSetOutcome
	| HumanSetOutcome;

/** Why the gateway refused a message, in a line for people. */
export function reasonOfError({ title, details, code }: ErrorBody): string {
	const words = [title, details].filter((text, index, all) => text && all.indexOf(text) === index).join(': ');
	return `${words || "The gateway didn't give a reason"}${code === undefined ? '' : ` (code ${code})`}`;
}

/** What a reason means if the code is known, what to do, and then the gateway's own words. */
function explained(reason: string, code: number | undefined): string {
	const effect = code === undefined ? undefined : effectOfCode(code);
	if (code === undefined || effect === undefined) return reason;
	const title = reason.replace(` (code ${code})`, '');
	const explanation = inOneText(explanationOf({ code, effect, title }));
	return `${explanation} ${GATEWAYS_ERROR}${title.includes(String(code)) ? title : reason}`;
}

/** Why a message failed, for people: what its error means, what to do, and the gateway's own words. */
export const explainedError = (error: ErrorBody): string => explained(reasonOfError(error), error.code);

/** The same of a kept reason, which `reasonOfError` made: the store has no code of its own. */
export function explainedReason(reason: string): string {
	const digits = / \(code (\d+)\)$/.exec(reason)?.[1];
	return explained(reason, digits === undefined ? undefined : Number(digits));
}

/** Why a message is in a state, for people: if it failed, with what its error means and what to do. */
export const reasonInState = (state: RecipientState, reason: string): string =>
	state === 'failed' ? explainedReason(reason) : reason;

/** What the error of a message is about, if the same message fails again whenever it is sent. */
const LASTING: ReadonlySet<string> = new Set([
	'opted-out',
	'undeliverable',
	'fix-request',
	'invalid-request',
]);

/** Whether a message that failed may arrive if it is sent again. @param rule the effect of its error, as the store keeps it */
export const mayArriveLater = (rule: string): boolean => !LASTING.has(rule);
