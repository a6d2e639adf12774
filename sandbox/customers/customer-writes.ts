import { newMessageId } from '../identity';
import { groupConversation } from '../messages/recipient';
import { isForStandby } from '../thread-control/routing';
import { numberFields } from '../webhooks/envelope';
import type { World } from '../world';
import type { Customer } from './customer';
import { inboundContent, type Written } from './inbound-content';
import { contactOf, senderOf } from './wire';

/** These aren't words of the customer, so they open no window. Facts, §8. */
const SILENT_TYPES = new Set(['system', 'request_welcome', 'edit', 'revoke']);

/**
 * A customer writes to the number or into a group: opens the window at the announced second and emits `messages`, or
 * `standby` while the agent holds the conversation. Interface, "Events". A group that isn't known yet is created.
 */
export function customerWrites(
	world: World,
	customer: Customer,
	written: Written & { readonly group?: string | undefined },
): { id: string } {
	const { group } = written;
	const second = world.clock.seconds();
	const conversation = group === undefined ? customer.key : enterGroup(world, group, customer);
	const contacts = [contactOf(world, customer)];
	const message = {
		...senderOf(world, customer),
		id: newMessageId(),
		timestamp: String(second),
		...inboundContent(world, customer, written),
		...(group === undefined ? {} : { group_id: group }),
	};
	const inbound = { contacts, messages: [message] };
	const held = group === undefined && isForStandby(world, customer);
	const announced = world.webhooks.emit({
		field: held ? 'standby' : 'messages',
		conversation,
		value: held ? { ...numberFields(world), standby: inbound } : { ...numberFields(world), ...inbound },
	});
	noteChat(world, conversation, customer, message);
	if (!SILENT_TYPES.has(message.type)) world.conversations.noteInbound(conversation, second, announced);
	return { id: message.id };
}

function noteChat(
	{ chats }: World,
	conversation: string,
	{ key: author }: Customer,
	message: Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string },
): void {
	const { id, type, context } = message;
	const replyTo = (context as { id?: string } | undefined)?.id;
	chats.add({ id, conversation, by: 'customer', author, type, content: message, replyTo });
}

function enterGroup({ groups }: World, id: string, customer: Customer): string {
	const group = groups.find(id) ?? groups.add({ id, subject: id });
	group.participants.add(customer);
	return groupConversation(id);
}
