import { holderAfterHandover } from '../../platform';
import { handover } from '../../platform/wire/webhook-events';
import { customerOf, readContacts, withContact } from './customer';
import type { ChangeReader } from './delivery';
import { dateOf, place, partsOf, unknownEvent } from './delivery';
import { withoutDepths, idOfContent } from './event-id';
import type { HandoverEvent } from './messaging-event';

/** Metadata is a text; the platform also writes JSON in it (docs/interface.md, Conversation control). */
function metadataOf(given: unknown): unknown {
	if (typeof given !== 'string' || !given.trimStart().startsWith('{')) return given;
	try {
		return withoutDepths(JSON.parse(given));
	} catch {
		return given;
	}
}

/**
 * Field `messaging_handovers`: control of a conversation changed. Who holds it now is read from the owners' roles; if
 * one isn't known the event is kept with a hint, and changes nothing. There is no `value.metadata`: the number stands in
 * `recipient`.
 */
export const readHandovers: ChangeReader = (value, context) => {
	const parsed = handover.safeParse(value);
	if (!parsed.success) return [unknownEvent(value, context)];
	const { sender, recipient, timestamp, type, control_passed, control_taken } = parsed.data;
	const named = {
		phone: sender?.phone_number,
		userId: sender?.user_id,
		parentUserId: sender?.parent_user_id,
	};
	const customer = customerOf(withContact(named, readContacts(partsOf(value, 'contacts')).find(named)));
	const control = control_passed ?? control_taken;
	if (customer === undefined || control === undefined) return [unknownEvent(value, context)];
	const channel = recipient?.phone_number_id ?? context.channel;
	const { to, assumed, hint } = holderAfterHandover(
		{
			type: control_passed ? 'control_passed' : 'control_taken',
			newRole: control.new_owner_role,
			previousRole: control.previous_owner_role,
			newAppRole: control.new_owner_app_role,
			previousAppRole: control.previous_owner_app_role,
		},
		context.agentRole,
	);
	const previousOwner = control.previous_owner_role ?? control.previous_owner_app_role;
	const newOwner = control.new_owner_role ?? control.new_owner_app_role;
	const event: HandoverEvent = {
		kind: 'handover',
		id: idOfContent('handover', channel, customer.contact, type, control, timestamp ?? context.entryTime),
		at: dateOf(timestamp, context),
		...place({ ...context, channel }, value),
		...(to !== undefined && { to }),
		...(assumed && { assumed }),
		...(hint !== undefined && { hint }),
		...customer,
		...(previousOwner !== undefined && { previousOwner }),
		...(newOwner !== undefined && { newOwner }),
		...(to === 'business' && control_passed === undefined && { tookOver: true as const }),
		...(control.metadata !== undefined && { metadata: metadataOf(control.metadata) }),
	};
	return [event];
};
