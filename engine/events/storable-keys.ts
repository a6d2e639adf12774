import { storableText } from '../../platform';
import type { MessagingEvent } from './messaging-event';

/** What the store finds things by; addresses are spelled so already. */
const KEYS = ['id', 'account', 'channel', 'messageId', 'callbackData', 'category'] as const;

/** An event whose keys every store keeps as they are. What it was read from stays as it came. */
export function withStorableKeys<Event extends MessagingEvent>(event: Event): Event {
	const keyed: Partial<Record<(typeof KEYS)[number], unknown>> = event;
	const changed: Record<string, unknown> = {};
	for (const key of KEYS) {
		const text = keyed[key];
		if (typeof text !== 'string') continue;
		const storable = storableText(text);
		if (storable !== text) changed[key] = storable;
	}
	if ('template' in event) {
		const { id, name, language } = event.template;
		const template = { name: storableText(name), language: storableText(language) };
		changed.template = { ...(id !== undefined && { id }), ...template };
	}
	return Object.keys(changed).length === 0 ? event : { ...event, ...changed };
}
