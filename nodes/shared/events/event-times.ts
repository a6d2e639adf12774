import type { IDataObject } from 'n8n-workflow';
import type { MessagingEvent } from '../../../engine';
import { isoTime } from '../times';

/** The times of an event as items carry them, under the event's own names: `at`, and those that only some events have. */
export function eventTimes(event: MessagingEvent): IDataObject {
	const { at, datedAt } = event;
	const own = { at: isoTime(at), ...(datedAt !== undefined && { datedAt: isoTime(datedAt) }) };
	if (event.kind === 'status' && event.conversationEndsAt !== undefined) {
		return { ...own, conversationEndsAt: isoTime(event.conversationEndsAt) };
	}
	if (event.kind === 'template_category' && event.announced?.at !== undefined) {
		return { ...own, announced: { ...event.announced, at: isoTime(event.announced.at) } };
	}
	return own;
}
