import { normalizeAddress, platformError } from '../../platform';
import { inboundMessage, messageEcho, messageStatus } from '../../platform/wire/webhook-events';
import { callbackText, isTaggedAsAgent, mayBeOfAgent } from './callback-data';
import type { ContactNames } from './contact-names';
import { readContactNames } from './contact-names';
import type { ChangeContext, ChangeReader } from './delivery';
import { dateOf, place } from './delivery';
import type { AgentReplyEvent, Holder, MessageEvent, MessagingEvent, StatusEvent } from './messaging-event';
import { readEach } from './read-each';
import { unknownEvent } from './unknown-event';

function partsOf(value: Record<string, unknown>, name: string): unknown[] {
	const parts = value[name];
	if (parts === undefined || parts === null) return [];
	return Array.isArray(parts) ? parts : [parts];
}

/** A message as it came, with its id and its text as texts. */
function contentOf(part: unknown, { id, type, text }: MessageEvent['message']): MessageEvent['message'] {
	const content: MessageEvent['message'] = { ...(part as object), id, type };
	if (text) content.text = text;
	else delete content.text;
	return content;
}

function readMessage(
	part: unknown,
	contacts: ContactNames,
	heldBy: Holder,
	context: ChangeContext,
): MessagingEvent {
	const parsed = inboundMessage.safeParse(part);
	if (!parsed.success) return unknownEvent(part, context);
	const message = parsed.data;
	const name = contacts.nameOf(message, partsOf(message, 'contacts'));
	const event: MessageEvent = {
		kind: 'message',
		id: `message:${message.id}`,
		at: dateOf(message.timestamp, context),
		...place(context, part),
		heldBy,
		contact: normalizeAddress(message.from ?? message.from_user_id ?? ''),
		...(name !== undefined && { contactName: name }),
		...(message.group_id !== undefined && { group: message.group_id }),
		message: contentOf(part, message),
	};
	return event;
}

/** The errors that can be read; one that cannot hides no other. */
function errorsOf(parts: unknown[] = []): StatusEvent['errors'] {
	return parts.flatMap((part) => {
		const { success, data } = platformError.safeParse(part);
		if (!success) return [];
		return [{ code: data.code, title: data.title ?? data.message, details: data.error_data?.details }];
	});
}

function readStatus(part: unknown, context: ChangeContext): MessagingEvent {
	const parsed = messageStatus.safeParse(part);
	if (!parsed.success) return unknownEvent(part, context);
	const status = parsed.data;
	const participant = status.recipient_participant_id ?? status.participant_recipient_id;
	const ofGroup = status.recipient_type === 'group';
	const contact = ofGroup ? participant : status.recipient_id;
	const callbackData = callbackText(status.biz_opaque_callback_data);
	const event: StatusEvent = {
		kind: 'status',
		id: ['status', status.id, status.status, ...(participant === undefined ? [] : [participant])].join(':'),
		at: dateOf(status.timestamp, context),
		...place(context, part),
		messageId: status.id,
		status: status.status.toLowerCase(),
		...(contact !== undefined && { contact: normalizeAddress(contact) }),
		...(ofGroup && status.recipient_id !== undefined && { group: status.recipient_id }),
		byAgent: isTaggedAsAgent(status.biz_opaque_callback_data),
		...(callbackData !== undefined && { callbackData }),
		errors: errorsOf(status.errors),
	};
	return event;
}

function readEcho(part: unknown, context: ChangeContext): MessagingEvent {
	const parsed = messageEcho.safeParse(part);
	if (!parsed.success) return unknownEvent(part, context);
	const { id, timestamp, message } = parsed.data;
	if (!mayBeOfAgent(message.biz_opaque_callback_data)) return unknownEvent(part, context);
	const event: AgentReplyEvent = {
		kind: 'agent_reply',
		id: `agent_reply:${id}`,
		at: dateOf(timestamp, context),
		...place(context, part),
		contact: normalizeAddress(message.to),
		message: contentOf(message, { ...message, id }),
	};
	return event;
}

const PARTS_OF_A_MESSAGE_VALUE = ['messages', 'statuses', 'message_echoes'] as const;

function readParts(value: Record<string, unknown>, heldBy: Holder, context: ChangeContext): MessagingEvent[] {
	const contacts = readContactNames(partsOf(value, 'contacts'));
	const events = [
		...readEach(partsOf(value, 'messages'), context, (part) => readMessage(part, contacts, heldBy, context)),
		...readEach(partsOf(value, 'message_echoes'), context, (part) => readEcho(part, context)),
		...readEach(partsOf(value, 'statuses'), context, (part) => readStatus(part, context)),
	];
	const isKnown = PARTS_OF_A_MESSAGE_VALUE.some((name) => Array.isArray(value[name]));
	return isKnown || events.length > 0 ? events : [unknownEvent(value, context)];
}

/** Field `messages`: customers' messages while the business holds the conversation, and statuses. */
export const readMessages: ChangeReader = (value, context) => readParts(value, 'business', context);

/** Field `standby`: customers' messages, the agent's replies and their receipts while the agent holds. */
export const readStandby: ChangeReader = (value, context) => {
	const standby = value.standby;
	const isObject = typeof standby === 'object' && standby !== null && !Array.isArray(standby);
	return isObject
		? readParts(standby as Record<string, unknown>, 'agent', context)
		: [unknownEvent(value, context)];
};
