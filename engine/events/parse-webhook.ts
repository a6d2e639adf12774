import { systemRuntime } from '../../base';
import { ACCOUNT_FIELDS, GROUP_FIELDS, TEMPLATE_STATUS_FIELDS, storableText } from '../../platform';
import { change, entry, envelope, metadata } from '../../platform/wire/webhook-events';
import type { ChangeContext, ChangeReader } from './delivery';
import type { MessagingEvent } from './messaging-event';
import { readAccount } from './read-account';
import { readAppReplies, readMessages, readStandby } from './read-messages';
import { readCalls } from './read-calls';
import { readEach, unknownEvent } from './delivery';
import { readGroups } from './read-groups';
import { readHandovers } from './read-handovers';
import { readPreferences } from './read-preferences';
import {
	readTemplateCategory,
	readTemplateComponents,
	readTemplateQuality,
	readTemplateStatus,
} from './read-templates';

const readers: ReadonlyMap<string, ChangeReader> = new Map<string, ChangeReader>([
	['messages', readMessages],
	['standby', readStandby],
	['messaging_handovers', readHandovers],
	...[...TEMPLATE_STATUS_FIELDS].map((field) => [field, readTemplateStatus] as const),
	['message_template_quality_update', readTemplateQuality],
	['template_category_update', readTemplateCategory],
	['message_template_components_update', readTemplateComponents],
	...[...GROUP_FIELDS].map((field) => [field, readGroups] as const),
	['user_preferences', readPreferences],
	['smb_message_echoes', readAppReplies],
	['calls', readCalls],
	...[...ACCOUNT_FIELDS].map((field) => [field, readAccount] as const),
]);

function readChange(part: unknown, context: Omit<ChangeContext, 'field'>): MessagingEvent[] {
	const parsed = change.safeParse(part);
	if (!parsed.success) return [unknownEvent(part, { ...context, field: '' })];
	const { field, value } = parsed.data;
	const channel = metadata.safeParse(value.metadata).data?.phone_number_id;
	const inChannel = { ...context, field, ...(channel !== undefined && { channel }) };
	return readers.get(field)?.(value, inChannel) ?? [unknownEvent(value, inChannel)];
}

type Given = Pick<ChangeContext, 'receivedAt' | 'agentRole'>;

function readEntry(part: unknown, given: Given): MessagingEvent[] {
	const parsed = entry.safeParse(part);
	if (!parsed.success) return [unknownEvent(part, { ...given, account: '', field: '' })];
	const context = { ...given, account: parsed.data.id, entryTime: parsed.data.time };
	return readEach(parsed.data.changes, { ...context, field: '' }, (part) => readChange(part, context));
}

/** What is known of the provider that sent a delivery. */
export interface ParseOptions {
	/** What it calls the agent in handovers, besides the names that are known. */
	agentRole?: string;
}

/**
 * The events of a webhook delivery's parsed body, in their order. Total: it never throws on a
 * JSON value, and anything it doesn't understand becomes an event of kind `unknown` that contains it in full.
 *
 * @param receivedAt dates what nothing in the delivery dates. Epoch ms
 * @example
 * for (const event of parseWebhook(JSON.parse(rawBody))) {
 * 	if (event.kind === 'message') console.log(event.contact, event.message.text?.body);
 * }
 */
export function parseWebhook(
	body: unknown,
	receivedAt: number = systemRuntime.now(),
	{ agentRole }: ParseOptions = {},
): MessagingEvent[] {
	const parsed = envelope.safeParse(body);
	const context = { account: '', field: '', receivedAt };
	if (!parsed.success) return [unknownEvent(body, context)];
	const given = { receivedAt, ...(agentRole !== undefined && { agentRole }) };
	return readEach(parsed.data.entry, context, (part) => readEntry(part, given)).map(withStorableKeys);
}

/** What the store finds things by; addresses are spelled so already. */
const KEYS = ['id', 'account', 'channel', 'messageId', 'callbackData', 'category'] as const;

/** An event whose keys every store keeps as they are. What it was read from stays as it came. */
function withStorableKeys<Event extends MessagingEvent>(event: Event): Event {
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
