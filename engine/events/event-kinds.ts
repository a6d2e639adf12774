import type { EventKind } from './messaging-event';

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
	unknown: false,
};

/** Every kind of event. */
export const EVENT_KINDS = Object.keys(IS_OF_A_NUMBER) as readonly EventKind[];

/** Whether events of this kind are about a phone number. */
export const isOfANumber = (kind: EventKind): boolean => IS_OF_A_NUMBER[kind];
