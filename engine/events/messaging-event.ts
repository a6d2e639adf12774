import type { ErrorBody, Responder } from '../../platform';
import type { CustomerIdentity, CustomerProfile } from './customer';

export type { Holder } from '../../platform';

/** A customer's or a business's message as it came; a text message's text is read. */
export interface MessageContent {
	id: string;
	type: string;
	text?: { body: string };
	[field: string]: unknown;
}

interface EventBase {
	/** The same for every redelivery of this event. */
	id: string;
	/** When it happened, but no later than its receipt allows. Epoch ms */
	at: number;
	/** When it happened by its own account, if that is later than `at`: this decides its place among others. Epoch ms */
	datedAt?: number;
	/** The account's id (`entry[].id`); empty if the delivery doesn't name one. */
	account: string;
	/** The phone number id; absent for events of the account. */
	channel?: string;
	/** The delivery names no number: `channel` is concluded. */
	placed?: true;
	/** The part of the delivery that this event was read from, as it came. */
	raw: unknown;
}

/** A customer's message, in the field `messages` (the business holds) or `standby` (the agent holds). */
export interface MessageEvent extends EventBase, CustomerIdentity, CustomerProfile {
	kind: 'message';
	heldBy: 'business' | 'agent';
	/** The group's id, if it was written in a group. */
	group?: string;
	message: MessageContent;
}

/** The business agent's own message, as a standby echo. */
export interface AgentReplyEvent extends EventBase, CustomerIdentity {
	kind: 'agent_reply';
	message: MessageContent;
}

/** Someone at the business answered in the phone app (docs/interface.md, Phone app). */
export interface AppReplyEvent extends EventBase, CustomerIdentity {
	kind: 'app_reply';
	message: MessageContent;
}

/** Limits, quality, restrictions, or alerts of the number or its account (docs/interface.md, Number and account). */
export interface AccountEvent extends EventBase {
	kind: 'account';
	/** The webhook field, for example `account_update`. */
	field: string;
	/** What happened, as the platform names it: `ACCOUNT_RESTRICTION`, `FLAGGED`, `REJECTED`, … */
	event?: string;
	/** The business's number that it is about, in digits. */
	number?: string;
	/**
	 * The messaging limit from now on and before, as the platform writes them: `TIER_2K`, `2000`, `-1` for none. Where
	 * the platform doesn't say what it was before, it is the account's from an earlier event.
	 */
	limit?: string;
	previousLimit?: string;
	/** What else the platform says of it, in its own names: `restriction_info`, `rejection_reason`, … */
	details?: Readonly<Record<string, unknown>>;
	/** Errors of the account alone, without a message or status. */
	errors?: Array<ErrorBody & { code: number }>;
	/** How many more there were: `raw` has them. */
	errorsDropped?: number;
}

/** What a delivered message is charged as; in both generations of the platform's prices. */
export interface Pricing {
	/** `PMP` (per message), or `CBP` before July 2025. */
	pricing_model?: string;
	/** `regular` is charged, `free_…` is not. */
	type?: string;
	category?: string;
	billable?: boolean;
	[field: string]: unknown;
}

/** What became of a message that was sent to a customer. */
export interface StatusEvent extends EventBase, Partial<CustomerIdentity>, CustomerProfile {
	kind: 'status';
	messageId: string;
	/** sent, delivered, read, played or failed. */
	status: string;
	group?: string;
	/** It comes once for each message, with any of its statuses. */
	pricing?: Pricing;
	/** When the conversation ends in which the message is charged or free, if the status says so. Epoch ms */
	conversationEndsAt?: number;
	/** Whether it is of the agent's message, not of the business's own. */
	byAgent: boolean;
	/** The business sent the message, freeform, but not with this store: with another system. */
	sentElsewhere?: true;
	callbackData?: string;
	errors: Array<ErrorBody & { code: number }>;
	/** How many more there were: `raw` has them. */
	errorsDropped?: number;
}

/** Control of a conversation changed. */
export interface HandoverEvent extends EventBase, CustomerIdentity {
	kind: 'handover';
	/** Who holds the conversation now; absent if the event names a role that nobody knows. */
	to?: Responder;
	/** No role says who: of two holders it is the agent. Doesn't count on a number that has shown a third responder. */
	assumed?: true;
	/** Why nobody can tell who holds the conversation, as a sentence. */
	hint?: string;
	/** The roles of the owners, as the platform names them. */
	previousOwner?: string;
	newOwner?: string;
	/** The business brought it about itself: it took control, or sent a message while the agent held the conversation. */
	tookOver?: true;
	metadata?: unknown;
}

interface TemplateEventBase extends EventBase {
	/** Its delivery has no time, so it can be a repeat of an older event that says the same. `at` is its receipt. */
	undated?: true;
	template: { id?: string; name: string; language: string };
}

export interface TemplateStatusEvent extends TemplateEventBase {
	kind: 'template_status';
	/** The event's name in upper case: APPROVED, REJECTED, PAUSED, … */
	status: string;
	reason?: string;
	/** `other_info.title`: FIRST_PAUSE, SECOND_PAUSE, RATE_LIMITING_PAUSE, UNPAUSE, DISABLED. */
	title?: string;
	description?: string;
}

export interface TemplateQualityEvent extends TemplateEventBase {
	kind: 'template_quality';
	quality: string;
	previousQuality?: string;
}

export interface TemplateCategoryEvent extends TemplateEventBase {
	kind: 'template_category';
	/** The category now; absent when a change is only announced. */
	category?: string;
	previousCategory?: string;
	/** A change announced ahead, and when it comes. */
	announced?: { category: string; at?: number };
}

/** The content of a template was replaced, which follows every edit (docs/interface.md, Templates). */
export interface TemplateComponentsEvent extends TemplateEventBase {
	kind: 'template_components';
	body?: string;
	header?: string;
	footer?: string;
	buttons?: Array<{ type?: string; text?: string; url?: string; phoneNumber?: string }>;
}

/** Lifecycle, participants, settings or status of a group. */
export interface GroupEvent extends EventBase {
	kind: 'group';
	group: string;
	/** The webhook field, and what happened in it, for example `group_create`. */
	field: string;
	type?: string;
}

/** A customer opted out of a category of messages, or in again. */
export interface PreferenceEvent extends EventBase, CustomerIdentity {
	kind: 'preference';
	/** As the platform names it, for example `marketing_messages`. */
	category: string;
	/** `stop` opts out, `resume` opts in; any other value is passed on and changes no opt-out. */
	value: 'stop' | 'resume' | (string & {});
}

/** A campaign has reached a share of its budget. It comes from this package itself, and from no delivery. */
export interface CampaignEvent extends EventBase {
	kind: 'campaign';
	campaign: string;
	/** Percent. 100 also if the next message doesn't fit. */
	share: 50 | 80 | 100;
	/** How much is spent, in whole percent. Older versions of the package didn't say it. */
	spentPercent?: number;
	/** With what is reserved for messages that were begun, and the budget. Units of the currency */
	spent: number;
	budget: number;
	currency: string;
}

/** Anything else: kept whole, never dropped. */
export interface UnknownEvent extends EventBase {
	kind: 'unknown';
	field?: string;
	/** Why an event doesn't count that was understood, as a sentence. */
	hint?: string;
}

export type MessagingEvent =
	| MessageEvent
	| AgentReplyEvent
	| AppReplyEvent
	| AccountEvent
	| StatusEvent
	| HandoverEvent
	| TemplateStatusEvent
	| TemplateQualityEvent
	| TemplateCategoryEvent
	| TemplateComponentsEvent
	| GroupEvent
	| PreferenceEvent
	| CampaignEvent
	| UnknownEvent;

export type EventKind = MessagingEvent['kind'];

/**
 * Every kind of event, and whether it is about a phone number. The others are about the account, or nobody knows what
 * they are about. The compiler checks that none is missing.
 */
const IS_OF_A_NUMBER: Readonly<Record<EventKind, boolean>> = {
	message: true,
	agent_reply: true,
	app_reply: true,
	status: true,
	handover: true,
	template_status: false,
	template_quality: false,
	template_category: false,
	template_components: false,
	group: true,
	preference: true,
	account: false,
	campaign: true,
	unknown: false,
};

/** Every kind of event. */
export const EVENT_KINDS = Object.keys(IS_OF_A_NUMBER) as readonly EventKind[];

/** Whether events of this kind are about a phone number. */
export const isOfANumber = (kind: EventKind): boolean => IS_OF_A_NUMBER[kind];
