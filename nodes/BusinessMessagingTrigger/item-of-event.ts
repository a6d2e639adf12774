import type { IDataObject } from 'n8n-workflow';
import type { MessagingEvent } from '../../engine';
import { reactionsTo } from '../../engine';

/**
 * An event as an item: its id as `eventId`, which is what Send Once goes by, its time as ISO 8601, and the names of
 * the reactions to it.
 */
export function itemOfEvent(event: MessagingEvent, withRaw: boolean): IDataObject {
	const { id, at, raw, ...rest } = event;
	return {
		eventId: id,
		at: new Date(at).toISOString(),
		...rest,
		reactions: reactionsTo(event).map(({ name }) => name),
		...(withRaw && { raw: raw as IDataObject }),
	} as IDataObject;
}
