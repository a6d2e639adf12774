import type { EventKind } from './messaging-event';

/** Every kind of event, with its name for people. */
export const EVENT_KINDS: Readonly<Record<EventKind, string>> = {
	message: 'Message',
	agent_reply: 'Agent Reply',
	status: 'Status',
	handover: 'Handover',
	template_status: 'Template Status',
	template_quality: 'Template Quality',
	template_category: 'Template Category',
	group: 'Group',
	preference: 'Preference',
	unknown: 'Unknown',
};
