import type { IDataObject } from 'n8n-workflow';
import { oncePer, TIME_IN_SENTENCE } from '../../base';
import type { MessagingEvent } from '../../engine';

/** A time as items carry it: ISO 8601; null if there is none. */
export const isoTime = (time: number | undefined): string | null =>
	time === undefined ? null : new Date(time).toISOString();

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

const TIMES = new RegExp(TIME_IN_SENTENCE, 'g');

/** Hours as everywhere else: rules, quiet hours, and n8n's own lists have 24 of them. */
const STYLE = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const;

const formatIn = oncePer((timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, ...STYLE }));

/** A time as people in the time zone say it: `Jan 7, 2026, 16:00`. `time`: epoch ms */
export const localTime = (time: number, timeZone: string): string => formatIn(timeZone).format(time);

/** A time with its time zone: `Jan 7, 2026, 16:00 (Europe/Berlin)`. `time`: epoch ms */
export const zonedTime = (time: number, timeZone: string): string =>
	`${localTime(time, timeZone)} (${timeZone})`;

/**
 * A sentence whose times, which the libraries write as ISO 8601, are local: `Jan 7, 2026, 16:00 (Europe/Berlin)`.
 * @param timeZone the workflow's time zone
 */
export const withLocalTimes = (sentence: string, timeZone: string): string =>
	sentence.replace(TIMES, (time) => zonedTime(Date.parse(time), timeZone));
