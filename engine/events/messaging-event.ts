import type { ErrorBody } from '../../platform';

/** Who holds a conversation. */
export type Holder = 'business' | 'agent';

interface EventBase {
	/** The same for every redelivery of this event. */
	id: string;
	/** When it happened. Epoch ms */
	at: number;
	/** The account's id (`entry[].id`); empty where the delivery names none. */
	account: string;
	/** The phone number id; absent for events of the account. */
	channel?: string;
	/** The part of the delivery that this event was read from, as it came. */
	raw: unknown;
}

/** A customer's message, in the field `messages` (the business holds) or `standby` (the agent holds). */
export interface MessageEvent extends EventBase {
	kind: 'message';
	heldBy: Holder;
	/** The customer's address. */
	contact: string;
	contactName?: string;
	/** The group's id, when it was written in a group. */
	group?: string;
	message: { id: string; type: string; text?: { body: string }; [field: string]: unknown };
}

/** The business agent's own message, as a standby echo. */
export interface AgentReplyEvent extends EventBase {
	kind: 'agent_reply';
	contact: string;
	message: { id: string; type: string; text?: { body: string }; [field: string]: unknown };
}

/** What became of a message that was sent to a customer. */
export interface StatusEvent extends EventBase {
	kind: 'status';
	messageId: string;
	/** sent, delivered, read, played or failed. */
	status: string;
	contact?: string;
	group?: string;
	/** Whether it is of the agent's message, not of the business's own. */
	byAgent: boolean;
	callbackData?: string;
	errors: Array<ErrorBody & { code: number }>;
}

/** Control of a conversation changed. */
export interface HandoverEvent extends EventBase {
	kind: 'handover';
	to: Holder;
	contact: string;
	/** The role of the previous owner, as the platform names it. */
	previousOwner?: string;
	metadata?: unknown;
}

interface TemplateEventBase extends EventBase {
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

/** Lifecycle, participants, settings or status of a group. */
export interface GroupEvent extends EventBase {
	kind: 'group';
	group: string;
	/** The webhook field, and what happened in it, for example `group_create`. */
	field: string;
	type?: string;
}

/** A customer opted out of a category of messages, or in again. */
export interface PreferenceEvent extends EventBase {
	kind: 'preference';
	contact: string;
	/** As the platform names it, for example `marketing_messages`. */
	category: string;
	value: 'stop' | 'resume';
}

/** Anything else: kept whole, never dropped. */
export interface UnknownEvent extends EventBase {
	kind: 'unknown';
	field?: string;
}

export type MessagingEvent =
	| MessageEvent
	| AgentReplyEvent
	| StatusEvent
	| HandoverEvent
	| TemplateStatusEvent
	| TemplateQualityEvent
	| TemplateCategoryEvent
	| GroupEvent
	| PreferenceEvent
	| UnknownEvent;

export type EventKind = MessagingEvent['kind'];
