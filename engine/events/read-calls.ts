import { incomingCall } from '../../platform/wire/webhook-events';
import { customerOf, profileOf, readContacts, withContact } from './customer';
import type { ChangeReader } from './delivery';
import { dateOf, place, partsOf, unknownEvent } from './delivery';
import type { MessageEvent, MessagingEvent } from './messaging-event';

/**
 * Field `calls`: a customer who calls opens the conversation window like one who writes (docs/interface.md, Events), so
 * a call is a message of type `call`. Everything else about calls is kept as it is.
 */
export const readCalls: ChangeReader = (value, context) => {
	if (!Array.isArray(value.calls)) return [unknownEvent(value, context)];
	const contacts = readContacts(partsOf(value, 'contacts'));
	return value.calls.map((part: unknown): MessagingEvent => {
		const { data: call } = incomingCall.safeParse(part);
		if (!call) return unknownEvent(part, context);
		const named = { phone: call.from, userId: call.from_user_id, parentUserId: call.from_parent_user_id };
		const contact = contacts.find(named);
		const customer = customerOf(withContact(named, contact));
		if (!customer) return unknownEvent(part, context);
		const event: MessageEvent = {
			kind: 'message',
			id: `message:${call.id}`,
			at: dateOf(call.timestamp, context),
			...place(context, part),
			heldBy: 'business',
			...customer,
			...profileOf(contact),
			message: { id: call.id, type: 'call', call: part },
		};
		return event;
	});
};
