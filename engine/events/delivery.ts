import type { MessagingEvent, MessageContent, UnknownEvent } from './messaging-event';
import { entry, envelope, metadata } from '../../platform/wire/webhook-events';
import { idOfContent } from './event-id';

/** Where in a delivery a change was found, and when the delivery was received. */
export interface ChangeContext {
	account: string;
	channel?: string;
	field: string;
	/** `entry[].time`: the date of everything without its own timestamp. Unix seconds */
	entryTime?: number;
	/** What the provider calls the agent in handovers, besides the names that are known. */
	agentRole?: string;
	/** Dates what nothing else dates. Epoch ms */
	receivedAt: number;
}

export type ChangeReader = (value: Record<string, unknown>, context: ChangeContext) => MessagingEvent[];

/** When something happened: its own timestamp, otherwise the entry's, otherwise the receipt. Epoch ms */
export function dateOf(timestamp: number | undefined, context: ChangeContext): number {
	const seconds = timestamp ?? context.entryTime;
	return seconds === undefined ? context.receivedAt : seconds * 1_000;
}

/** What tells two events apart that say the same and have no timestamp of their own. Unix seconds */
export function undatedAt(
	{ timestamp }: { timestamp?: number },
	{ entryTime }: ChangeContext,
): number | undefined {
	return timestamp === undefined ? entryTime : undefined;
}

/** The fields that every event of a change has. */
export function place(
	context: ChangeContext,
	raw: unknown,
): { account: string; channel?: string; raw: unknown } {
	return {
		account: context.account,
		...(context.channel !== undefined && { channel: context.channel }),
		raw,
	};
}

/** A list in a value: empty if it is missing, and a single part as a list of one. */
export function partsOf(value: Record<string, unknown>, name: string): unknown[] {
	const parts = value[name];
	if (parts === undefined || parts === null) return [];
	return Array.isArray(parts) ? parts : [parts];
}

/** A message as it came, with its id and its text as texts. */
export function contentOf(
	part: unknown,
	{ id, type, text }: Pick<MessageContent, 'id' | 'type' | 'text'>,
): MessageContent {
	const content: MessageContent = { ...(part as object), id, type };
	if (text) content.text = text;
	else delete content.text;
	return content;
}

const isObject = (part: unknown) => typeof part === 'object' && part !== null && Object.keys(part).length > 0;

/**
 * Reads each part of a list. Parts that are empty or aren't objects are kept together, so that a
 * list of many is one event; a single one is kept as it is.
 */
export function readEach(
	parts: unknown[],
	context: ChangeContext,
	read: (part: unknown) => MessagingEvent | MessagingEvent[],
): MessagingEvent[] {
	const nothings = parts.filter((part) => !isObject(part));
	const events = parts.filter(isObject).flatMap(read);
	if (nothings.length === 0) return events;
	return [...events, unknownEvent(nothings.length === 1 ? nothings[0] : nothings, context)];
}

/** The business's numbers as its customers see them, in digits, each with its phone number ID. */
export type DisplayNumbers = ReadonlyMap<string, string>;

/** The digits of a number that is shown; undefined if there are none. */
export const digitsOf = (shown: string | undefined): string | undefined =>
	shown?.replace(/\D/g, '') || undefined;

/** The numbers that a delivery's parsed body names beside their IDs: `value.metadata`. Total, like `parseWebhook`. */
export function displayNumbersIn(body: unknown): DisplayNumbers {
	const found = new Map<string, string>();
	for (const each of envelope.safeParse(body).data?.entry ?? []) {
		for (const change of entry.safeParse(each).data?.changes ?? []) {
			const value = (change as { value?: { metadata?: unknown } | null } | null)?.value;
			const named = metadata.safeParse(value?.metadata).data;
			const digits = digitsOf(named?.display_phone_number);
			if (named?.phone_number_id !== undefined && digits !== undefined) {
				found.set(named.phone_number_id, digits);
			}
		}
	}
	return found;
}

/** Keeps a part of a delivery that no reader understands. */
export function unknownEvent(part: unknown, context: ChangeContext): UnknownEvent {
	return {
		kind: 'unknown',
		id: idOfContent('unknown', context.account, context.channel, context.field, part, context.entryTime),
		at: dateOf(undefined, context),
		...place(context, part),
		...(context.field !== '' && { field: context.field }),
	};
}

/**
 * An event that must not count, kept as `unknown`: without account and channel, and under an id of its content, so
 * that the event itself still counts if it comes.
 * @param hint why it must not count, as a sentence
 */
export function asUnknown(event: MessagingEvent, hint?: string): UnknownEvent {
	const { id, at, account, channel, raw } = event;
	const content = idOfContent('unknown', id, account, channel, raw);
	return { kind: 'unknown', id: content, at, account: '', ...(hint !== undefined && { hint }), raw };
}
