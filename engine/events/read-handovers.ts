import { AGENT_ROLES, normalizeAddress } from '../../platform';
import { handover } from '../../platform/wire/webhook-events';
import type { ChangeReader } from './delivery';
import { dateOf, place } from './delivery';
import { idOfContent } from './event-id';
import type { HandoverEvent } from './messaging-event';
import { unknownEvent } from './unknown-event';

const isAgentRole = (role: string | undefined) =>
	role !== undefined && (AGENT_ROLES.has(role) || /agent|bizai/i.test(role));

/**
 * Field `messaging_handovers`: control of a conversation changed. The role names the previous owner, so control
 * went to the other one. There is no `value.metadata`: the number stands in `recipient`.
 */
export const readHandovers: ChangeReader = (value, context) => {
	const parsed = handover.safeParse(value);
	if (!parsed.success) return [unknownEvent(value, context)];
	const { sender, recipient, timestamp, type, control_passed, control_taken } = parsed.data;
	const contact = sender.phone_number ?? sender.user_id;
	const control = control_passed ?? control_taken;
	if (contact === undefined || control === undefined) return [unknownEvent(value, context)];
	const channel = recipient?.phone_number_id ?? context.channel;
	const event: HandoverEvent = {
		kind: 'handover',
		id: idOfContent('handover', channel, contact, type, control, timestamp ?? context.entryTime),
		at: dateOf(timestamp, context),
		...place({ ...context, channel }, value),
		to: isAgentRole(control.previous_owner_app_role) ? 'business' : 'agent',
		contact: normalizeAddress(contact),
		...(control.previous_owner_app_role !== undefined && { previousOwner: control.previous_owner_app_role }),
		...(control.metadata !== undefined && { metadata: control.metadata }),
	};
	return [event];
};
