import { newMessageId } from '../identity';
import { groupConversation } from '../messages/recipient';
import { isForStandby } from '../thread-control/handover';
import { numberFields } from '../webhooks/event';
import type { World } from '../world';
import { contactOf, senderOf, idsOf, type Customer } from './customer';
import { inboundContent, type Written } from './inbound-content';

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

/** A customer calls: `calls`. A call opens or renews the window as a message does. Facts 2026, §6. */
export function customerCalls(world: World, customer: Customer): { id: string } {
	const id = newMessageId().replace('wamid.', 'wacid.');
	const second = world.clock.seconds();
	const contacts = [contactOf(world, customer)];
	const call = {
		...senderOf(world, customer),
		id,
		to: world.account.displayPhoneNumber,
		event: 'connect',
		direction: 'USER_INITIATED',
		timestamp: String(second),
	};
	const announced = world.webhooks.emit({
		field: 'calls',
		conversation: customer.key,
		value: { ...numberFields(world), contacts, calls: [call] },
	});
	world.chats.note(customer.key, 'called');
	world.conversations.noteInbound(customer.key, second, announced);
	return { id };
}

const DETAILS = {
	stop: 'User requested to stop marketing messages',
	resume: 'User requested to resume marketing messages',
} as const;

/**
 * A customer stops or resumes marketing messages, with the event `user_preferences`. It applies to the customer's
 * user ID, never to the parent one. Facts, §8; facts 2026, §1.
 */
export function setPreference(world: World, customer: Customer, value: 'stop' | 'resume'): void {
	const timestamp = String(world.clock.seconds());
	const announced = world.webhooks.emit({
		field: 'user_preferences',
		conversation: customer.key,
		value: {
			...numberFields(world),
			contacts: [contactOf(world, customer)],
			user_preferences: [
				{
					...idsOf(world, customer),
					category: 'marketing_messages',
					detail: DETAILS[value],
					value,
					timestamp,
				},
			],
		},
	});
	world.chats.note(customer.key, value === 'stop' ? 'opted-out' : 'opted-in');
	if (value === 'stop') world.optedOut.set(customer.key, announced);
	else world.optedOut.delete(customer.key);
}
