import { newMessageId } from './identity';
import { groupConversation } from './messages/recipient';
import { numberFields } from './webhooks/envelope';
import type { World } from './world';

/** A message of a customer, to the number or into a group. `message` adds to or replaces its fields. */
export interface CustomerMessage {
	readonly from: string;
	readonly text?: string;
	readonly group?: string;
	readonly type?: string;
	readonly name?: string;
	readonly message?: Readonly<Record<string, unknown>>;
}

/** These are not words of the customer, so they open no window. Facts, §8. */
const SILENT_TYPES = new Set(['system', 'request_welcome', 'edit', 'revoke']);

/**
 * A customer writes: opens the window at the announced second and emits `messages`, or `standby` while the agent
 * holds the conversation. Interface, "Events".
 */
export function customerWrites(world: World, written: CustomerMessage): { id: string } {
	const { from, group, type = 'text', text = 'Hello', name = `Customer ${from.slice(-4)}` } = written;
	const second = world.clock.seconds();
	const conversation = group === undefined ? from : groupConversation(group);
	const content = type === 'text' ? { text: { body: text } } : {};
	const message = {
		from,
		id: newMessageId(),
		timestamp: String(second),
		type,
		...content,
		...(group === undefined ? {} : { group_id: group }),
		...written.message,
	};
	if (!SILENT_TYPES.has(String(message.type))) world.conversations.noteInbound(conversation, second);
	const inbound = { contacts: [{ profile: { name }, wa_id: from }], messages: [message] };
	const held = group === undefined && world.conversations.holder(conversation) === 'agent';
	world.webhooks.emit({
		field: held ? 'standby' : 'messages',
		conversation,
		value: held ? { ...numberFields(world), standby: inbound } : { ...numberFields(world), ...inbound },
	});
	return { id: String(message.id) };
}

/** A customer stops or resumes marketing messages, with the event `user_preferences`. Facts, §8. */
export function setPreference(world: World, contact: string, value: 'stop' | 'resume'): void {
	if (value === 'stop') world.optedOut.add(contact);
	else world.optedOut.delete(contact);
	const timestamp = String(world.clock.seconds());
	world.webhooks.emit({
		field: 'user_preferences',
		conversation: contact,
		value: {
			...numberFields(world),
			contacts: [{ wa_id: contact }],
			user_preferences: [{ wa_id: contact, category: 'marketing_messages', value, timestamp }],
		},
	});
}
