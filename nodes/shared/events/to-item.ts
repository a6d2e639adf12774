import type { IDataObject } from 'n8n-workflow';
import type { MessagingEvent, Reaction } from '../../../engine';

/**
 * An event as an item: its id as `eventId`, which is what Send Once goes by, its time as ISO 8601, and the reactions
 * to it, each with its name and a sentence.
 */
export function itemOfEvent(event: MessagingEvent, reactions: Reaction[], withRaw: boolean): IDataObject {
	const { id, at, raw, ...rest } = event;
	return {
		eventId: id,
		at: new Date(at).toISOString(),
		...rest,
		reactions: reactions.map(({ name, text }) => ({ name, text })),
		...(withRaw && { raw: raw as IDataObject }),
	} as IDataObject;
}
