import type { Customer } from './customers/customer';
import { addressOf, idsOf } from './customers/wire';
import { newMessageId } from './identity';
import type { Settings } from './settings';
import { numberFields } from './webhooks/envelope';
import type { World } from './world';

/** How callback data names the agent. What the gateway writes isn't shown. Facts, §9. */
const TAGS: Readonly<Record<Settings['agentTag'], unknown>> = {
	json: JSON.stringify({ originator: 'bizai', channel: 'whatsapp' }),
	object: { originator: 'bizai', channel: 'whatsapp' },
	text: 'originator=bizai;channel=whatsapp',
};

/** The agent answers a customer: an echo in `standby` and its receipts, both tagged `bizai`. Facts, §9. */
export function agentReplies(world: World, customer: Customer, text: string): { id: string } {
	const { agentReceipts, agentTag } = world.settings;
	const id = newMessageId();
	const timestamp = String(world.clock.seconds());
	const tag = { biz_opaque_callback_data: TAGS[agentTag] };
	const emit = (field: string, content: object) =>
		world.webhooks.emit({
			field,
			conversation: customer.key,
			value: { ...numberFields(world), ...content },
		});
	const message = { ...addressOf(world, customer), type: 'text', text: { body: text }, ...tag };
	world.chats.add({
		...{ id, conversation: customer.key, by: 'agent', type: 'text' },
		content: { text: { body: text } },
	});
	emit('standby', { standby: { message_echoes: [{ id, timestamp, message }] } });
	const { wa_id: phone, user_id: userId } = idsOf(world, customer);
	const recipient = {
		...(phone === undefined ? {} : { recipient_id: phone }),
		recipient_user_id: userId,
	};
	for (const status of ['sent', 'delivered']) {
		const statuses = [{ id, status, timestamp, ...recipient, ...tag }];
		emit(agentReceipts, agentReceipts === 'standby' ? { standby: { statuses } } : { statuses });
	}
	return { id };
}
