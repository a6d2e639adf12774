import type { IDataObject } from 'n8n-workflow';
import type { MessagingEvent, Reaction } from '../../../engine';
import { isoTime } from '../json/iso-time';

/**
 * An event as an item: its ID as `eventId`, which Send Once uses, its time as ISO 8601, and the reactions to it, each
 * with its name and a sentence.
 */
export function toItem(event: MessagingEvent, reactions: Reaction[], withRaw: boolean): IDataObject {
	const { id, at, raw, ...rest } = event;
	return {
		eventId: id,
		at: isoTime(at),
		...rest,
		reactions: reactions.map(({ name, text }) => ({ name, text })),
		...(withRaw && { raw: raw as IDataObject }),
	} as IDataObject;
}
