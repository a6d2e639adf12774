import { messageStatus } from '../../platform/wire/webhook-events';
import { callbackText, isTaggedAsAgent } from './callback-data';
import type { Contacts } from './customer';
import { customerOf, profileOf, withContact } from './customer';
import type { ChangeContext } from './delivery';
import { dateOf, place, unknownEvent } from './delivery';
import type { MessagingEvent, Pricing, StatusEvent } from './messaging-event';
import type { ErrorBody } from '../../platform';
import { platformError } from '../../platform';

/** A status of one message: for a group's message, of one participant of it. */
export function readStatus(part: unknown, contacts: Contacts, context: ChangeContext): MessagingEvent {
	const parsed = messageStatus.safeParse(part);
	if (!parsed.success) return unknownEvent(part, context);
	const status = parsed.data;
	const ofGroup = status.recipient_type === 'group';
	const participant = status.recipient_participant_id ?? status.participant_recipient_id;
	const named = ofGroup
		? {
				phone: participant,
				userId: status.recipient_participant_user_id,
				parentUserId: status.recipient_participant_parent_user_id,
			}
		: {
				phone: status.recipient_id,
				userId: status.recipient_user_id,
				parentUserId: status.recipient_parent_user_id ?? status.parent_recipient_user_id,
			};
	const contact = contacts.find(named);
	const customer = customerOf(withContact(named, contact));
	const callbackData = callbackText(status.biz_opaque_callback_data);
	const pricing = (status.pricing ?? status.conversation?.pricing) as Pricing | undefined;
	const endsAt = status.conversation?.expiration_timestamp;
	const ofParticipant = participant ?? (ofGroup ? status.recipient_participant_user_id : undefined);
	const event: StatusEvent = {
		kind: 'status',
		id: ['status', status.id, status.status, ...(ofParticipant === undefined ? [] : [ofParticipant])].join(
			':',
		),
		at: dateOf(status.timestamp, context),
		...place(context, part),
		messageId: status.id,
		status: status.status.toLowerCase(),
		...customer,
		...profileOf(contact),
		...(ofGroup && status.recipient_id !== undefined && { group: status.recipient_id }),
		byAgent: isTaggedAsAgent(status.biz_opaque_callback_data),
		...(callbackData !== undefined && { callbackData }),
		...(pricing !== undefined && { pricing }),
		...(endsAt !== undefined && { conversationEndsAt: endsAt * 1_000 }),
		...readErrors(status.errors),
	};
	return event;
}

/** How many errors of one event are kept: the platform names one or two. */
const MOST_ERRORS = 20;

interface Errors {
	errors: Array<ErrorBody & { code: number }>;
	/** How many more there were. */
	errorsDropped?: number;
}

/** The errors that can be read, up to `MOST_ERRORS`; one that cannot hides no other. */
export function readErrors(parts: unknown[] = []): Errors {
	const all = parts.flatMap((part) => {
		const { success, data } = platformError.safeParse(part);
		if (!success) return [];
		return [{ code: data.code, title: data.title ?? data.message, details: data.error_data?.details }];
	});
	const dropped = all.length - MOST_ERRORS;
	return { errors: all.slice(0, MOST_ERRORS), ...(dropped > 0 && { errorsDropped: dropped }) };
}
