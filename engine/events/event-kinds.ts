import type { EventKind } from './messaging-event';

const EVERY_KIND: Readonly<Record<EventKind, true>> = {
	message: true,
	agent_reply: true,
	status: true,
	handover: true,
	template_status: true,
	template_quality: true,
	template_category: true,
	group: true,
	preference: true,
	unknown: true,
};

/** Every kind of event. The compiler checks that none is missing. */
export const EVENT_KINDS = Object.keys(EVERY_KIND) as readonly EventKind[];
