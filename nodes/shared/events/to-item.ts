import type { IDataObject } from 'n8n-workflow';
import type { MessagingEvent, Reaction } from '../../../engine';
import { replyOf } from '../../../engine';
import { isoTime } from '../json/iso-time';
import { textOf } from './text-of';

/** The fields with these names that an event has, in this order. */
const pick = (event: Readonly<Record<string, unknown>>, ...names: string[]) =>
	Object.fromEntries(names.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])));

/**
 * An event as an item: first who wrote and what (`contactName`, `contact`, `text`, and `reply` for what they pressed,
 * chose, filled in, or reacted with), then its ID as `eventId`, which Send Once uses, its time as ISO 8601, and the
 * reactions to it, each with its name and a sentence.
 */
export function toItem(event: MessagingEvent, reactions: Reaction[], withRaw: boolean): IDataObject {
	const { id, at, datedAt, raw, ...rest } = event;
	delete rest.placed;
	if ('undated' in rest) delete rest.undated;
	const reply = replyOf(event);
	const text = textOf(event, reply);
	return {
		...pick({ ...rest }, 'contactName', 'contact'),
		...(text !== undefined && { text }),
		...(reply && { reply }),
		eventId: id,
		at: isoTime(at),
		...(datedAt !== undefined && { datedAt: isoTime(datedAt) }),
		...rest,
		reactions: reactions.map(({ name, text }) => ({ name, text })),
		...(withRaw && { raw: raw as IDataObject }),
	} as IDataObject;
}
