import { inboundMessage, messageEcho, systemChange, appEcho } from '../../platform/wire/webhook-events';
import { mayBeOfAgent } from './callback-data';
import type { Contacts } from './customer';
import { customerOf, profileOf, readContacts, withContact } from './customer';
import type { ChangeContext, ChangeReader } from './delivery';
import { dateOf, place, contentOf, partsOf, readEach, unknownEvent } from './delivery';
import type { AgentReplyEvent, MessageEvent, MessagingEvent, AppReplyEvent } from './messaging-event';
import { readAccountErrors } from './read-account';
import { readStatus } from './read-status';

/** A change of number may name the customer only inside of the system message. */
function idsInSystem(part: unknown) {
	const { data } = systemChange.safeParse((part as { system?: unknown }).system);
	return { phone: data?.wa_id ?? data?.new_wa_id, userId: data?.user_id, parentUserId: data?.parent_user_id };
}

function readMessage(
	part: unknown,
	contacts: Contacts,
	heldBy: MessageEvent['heldBy'],
	context: ChangeContext,
): MessagingEvent {
	const parsed = inboundMessage.safeParse(part);
	if (!parsed.success) return unknownEvent(part, context);
	const message = parsed.data;
	const named = {
		phone: message.from,
		userId: message.from_user_id,
		parentUserId: message.from_parent_user_id,
	};
	// In a message of type contacts, `contacts` are the cards that it shares, not who wrote it.
	const own =
		message.type === 'contacts' ? undefined : readContacts(partsOf(message, 'contacts')).find(named);
	const contact = own ?? contacts.find(named);
	const customer =
		customerOf(withContact(named, contact)) ??
		(message.type === 'system' ? customerOf(idsInSystem(part)) : undefined);
	if (customer === undefined) return unknownEvent(part, context);
	const event: MessageEvent = {
		kind: 'message',
		id: `message:${message.id}`,
		at: dateOf(message.timestamp, context),
		...place(context, part),
		heldBy,
		...customer,
		...profileOf(contact),
		...(message.group_id !== undefined && { group: message.group_id }),
		message: contentOf(part, message),
	};
	return event;
}

function readEcho(part: unknown, context: ChangeContext): MessagingEvent {
	const parsed = messageEcho.safeParse(part);
	if (!parsed.success) return unknownEvent(part, context);
	const { id, timestamp, message } = parsed.data;
	const customer = customerOf({ phone: message.to, userId: message.recipient });
	if (customer === undefined || !mayBeOfAgent(message.biz_opaque_callback_data))
		return unknownEvent(part, context);
	const event: AgentReplyEvent = {
		kind: 'agent_reply',
		id: `agent_reply:${id}`,
		at: dateOf(timestamp, context),
		...place(context, part),
		...customer,
		message: contentOf(message, { ...message, id }),
	};
	return event;
}

const PARTS_OF_A_MESSAGE_VALUE = ['messages', 'statuses', 'message_echoes'] as const;

function readParts(
	value: Record<string, unknown>,
	heldBy: MessageEvent['heldBy'],
	context: ChangeContext,
	contactsBeside: unknown[] = [],
): MessagingEvent[] {
	const contacts = readContacts([...contactsBeside, ...partsOf(value, 'contacts')]);
	const events = [
		...readEach(partsOf(value, 'messages'), context, (part) => readMessage(part, contacts, heldBy, context)),
		...readEach(partsOf(value, 'message_echoes'), context, (part) => readEcho(part, context)),
		...readEach(partsOf(value, 'statuses'), context, (part) => readStatus(part, contacts, context)),
	];
	if (events.length > 0) return events;
	const errors = readAccountErrors(value, context);
	if (errors) return [errors];
	const isKnown = PARTS_OF_A_MESSAGE_VALUE.some((name) => Array.isArray(value[name]));
	return isKnown ? [] : [unknownEvent(value, context)];
}

/** Field `messages`: customers' messages while the business holds the conversation, and statuses. */
export const readMessages: ChangeReader = (value, context) => readParts(value, 'business', context);

/**
 * Field `standby`: customers' messages, the agent's replies and their receipts while the agent holds. Their `contacts` are
 * in `value.standby`, in a message, or in the value itself, as in the field `messages` (docs/interface.md, Events).
 */
export const readStandby: ChangeReader = (value, context) => {
	const standby = value.standby;
	const isObject = typeof standby === 'object' && standby !== null && !Array.isArray(standby);
	return isObject
		? readParts(standby as Record<string, unknown>, 'agent', context, partsOf(value, 'contacts'))
		: [unknownEvent(value, context)];
};

/** Field `smb_message_echoes`: what people at the business wrote in the phone app of the same number. */
export const readAppReplies: ChangeReader = (value, context) => {
	if (!Array.isArray(value.message_echoes)) return [unknownEvent(value, context)];
	return value.message_echoes.map((part: unknown): MessagingEvent => {
		const { data: echo } = appEcho.safeParse(part);
		const customer =
			echo && customerOf({ phone: echo.to, userId: echo.to_user_id, parentUserId: echo.to_parent_user_id });
		if (!echo || !customer) return unknownEvent(part, context);
		const event: AppReplyEvent = {
			kind: 'app_reply',
			id: `app_reply:${echo.id}`,
			at: dateOf(echo.timestamp, context),
			...place(context, part),
			...customer,
			message: contentOf(part, echo),
		};
		return event;
	});
};
