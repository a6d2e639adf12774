import { type Customer, addressOf, idsOf } from './customers/customer';
import { newMessageId } from './identity';
import type { Settings } from './settings';
import { numberFields } from './webhooks/event';
import type { World } from './world';

/** How callback data names the agent. What the gateway writes isn't shown (docs/interface.md, Events). */
const TAGS: Readonly<Record<Settings['agentTag'], unknown>> = {
	json: JSON.stringify({ originator: 'bizai', channel: 'whatsapp' }),
	object: { originator: 'bizai', channel: 'whatsapp' },
	text: 'originator=bizai;channel=whatsapp',
};

/**
 * The agent answers a customer: an echo in `standby` and its receipts, both tagged `bizai` (docs/interface.md, Events).
 */
export function agentReplies(world: World, customer: Customer, text: string): { id: string } {
	const { agentTag } = world.settings;
	const id = newMessageId();
	const timestamp = String(world.clock.seconds());
	const tag = { biz_opaque_callback_data: TAGS[agentTag] };
	const message = { ...addressOf(world, customer), type: 'text', text: { body: text }, ...tag };
	world.chats.add({
		id,
		conversation: customer.key,
		by: 'agent',
		type: 'text',
		content: { text: { body: text } },
	});
	world.webhooks.emit({
		field: 'standby',
		conversation: customer.key,
		value: { ...numberFields(world), standby: { message_echoes: [{ id, timestamp, message }] } },
	});
	world.agentMessages.set(id, customer);
	for (const status of ['sent', 'delivered']) reportAgentStatus(world, id, status);
	return { id };
}

/**
 * Emits a receipt of a message of the agent, which has the agent's tag (docs/interface.md, Events).
 * @returns false if the agent sent no such message
 */
export function reportAgentStatus(world: World, id: string, status: string): boolean {
	const customer = world.agentMessages.get(id);
	if (customer === undefined) return false;
	const { agentReceipts, agentTag } = world.settings;
	const { wa_id: phone, user_id: userId } = idsOf(world, customer);
	const receipt = {
		id,
		status,
		timestamp: String(world.clock.seconds()),
		...(phone === undefined ? {} : { recipient_id: phone }),
		recipient_user_id: userId,
		biz_opaque_callback_data: TAGS[agentTag],
	};
	const statuses = { statuses: [receipt] };
	world.webhooks.emit({
		field: agentReceipts,
		conversation: customer.key,
		value: { ...numberFields(world), ...(agentReceipts === 'standby' ? { standby: statuses } : statuses) },
	});
	return true;
}
