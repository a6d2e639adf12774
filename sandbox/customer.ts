import { newMessageId } from './identity';
import { inboundContent, type InboundContent } from './inbound-content';
import { groupConversation } from './messages/recipient';
import { numberFields } from './webhooks/envelope';
import type { World } from './world';

/** A message of a customer, to the number or into a group; `name` is the customer's profile name. */
export interface CustomerMessage extends InboundContent {
	readonly group?: string | undefined;
	readonly name?: string | undefined;
}

/** These are not words of the customer, so they open no window. Facts, §8. */
const SILENT_TYPES = new Set(['system', 'request_welcome', 'edit', 'revoke']);

/**
 * A customer writes: opens the window at the announced second and emits `messages`, or `standby` while the agent
 * holds the conversation. Interface, "Events". A group that is not known yet begins to exist.
 */
export function customerWrites(world: World, written: CustomerMessage): { id: string } {
	const { from, group, name = `Customer ${from.slice(-4)}` } = written;
	const second = world.clock.seconds();
	const conversation = group === undefined ? from : enterGroup(world, group, from);
	const message = {
		from,
		id: newMessageId(),
		timestamp: String(second),
		...inboundContent(world, written),
		...(group === undefined ? {} : { group_id: group }),
	};
	const inbound = { contacts: [{ profile: { name }, wa_id: from }], messages: [message] };
	const held = group === undefined && world.conversations.holder(conversation) === 'agent';
	const announced = world.webhooks.emit({
		field: held ? 'standby' : 'messages',
		conversation,
		value: held ? { ...numberFields(world), standby: inbound } : { ...numberFields(world), ...inbound },
	});
	if (!SILENT_TYPES.has(message.type)) world.conversations.noteInbound(conversation, second, announced);
	return { id: message.id };
}

function enterGroup({ groups }: World, id: string, contact: string): string {
	const group = groups.find(id) ?? groups.add({ id, subject: id });
	group.participants.add(contact);
	return groupConversation(id);
}

/** A customer stops or resumes marketing messages, with the event `user_preferences`. Facts, §8. */
export function setPreference(world: World, contact: string, value: 'stop' | 'resume'): void {
	const timestamp = String(world.clock.seconds());
	const announced = world.webhooks.emit({
		field: 'user_preferences',
		conversation: contact,
		value: {
			...numberFields(world),
			contacts: [{ wa_id: contact }],
			user_preferences: [{ wa_id: contact, category: 'marketing_messages', value, timestamp }],
		},
	});
	if (value === 'stop') world.optedOut.set(contact, announced);
	else world.optedOut.delete(contact);
}
