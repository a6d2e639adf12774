import type { Holder } from './conversations';
import { newMessageId } from './identity';
import type { Recipient } from './messages/recipient';
import type { Settings } from './settings';
import { numberFields } from './webhooks/envelope';
import type { World } from './world';

/** The role that handover events give the business as previous owner; the interface names only the agent's. */
const BUSINESS_ROLE = 'business';

/** How a handover is told; `silent`: not at all. */
interface Handover {
	readonly type?: string;
	readonly metadata?: unknown;
	readonly silent?: boolean;
}

/** Control of a conversation passes, with the event `messaging_handovers`. Interface, "Events"; facts, §9. */
export function passControl(
	world: World,
	contact: string,
	to: Holder,
	{ type = 'control_passed', metadata, silent = false }: Handover = {},
): void {
	const previous = to === 'business' ? world.profile.agentRole : BUSINESS_ROLE;
	world.conversations.give(contact, to);
	if (silent) return;
	world.webhooks.emit({
		field: 'messaging_handovers',
		conversation: contact,
		value: {
			messaging_product: 'whatsapp',
			recipient: {
				display_phone_number: world.account.displayPhoneNumber,
				phone_number_id: world.account.phoneNumberId,
			},
			sender: { phone_number: contact },
			timestamp: String(world.clock.seconds()),
			type,
			[type]: { previous_owner_app_role: previous, ...(metadata === undefined ? {} : { metadata }) },
		},
	});
}

/** A message of the business into a conversation of the agent takes the conversation over. Groups have no agent. */
export function giveToBusiness(world: World, { id, conversation }: Recipient): void {
	if (id !== conversation || world.conversations.holder(conversation) !== 'agent') return;
	passControl(world, conversation, 'business', { type: world.settings.handoverOnSend });
}

/** How the agent's callback data names it; which of these the gateway writes is not shown. Facts, §9. */
const TAGS: Readonly<Record<Settings['agentTag'], unknown>> = {
	json: JSON.stringify({ originator: 'bizai', channel: 'whatsapp' }),
	object: { originator: 'bizai', channel: 'whatsapp' },
	text: 'originator=bizai;channel=whatsapp',
};

/** The agent answers a customer: an echo in `standby` and its receipts, both tagged `bizai`. Facts, §9. */
export function agentReplies(world: World, contact: string, text: string): { id: string } {
	const { agentReceipts, agentTag } = world.settings;
	const id = newMessageId();
	const timestamp = String(world.clock.seconds());
	const tag = { biz_opaque_callback_data: TAGS[agentTag] };
	const emit = (field: string, content: object) =>
		world.webhooks.emit({ field, conversation: contact, value: { ...numberFields(world), ...content } });
	const message = { to: contact, type: 'text', text: { body: text }, ...tag };
	emit('standby', { standby: { message_echoes: [{ id, timestamp, message }] } });
	for (const status of ['sent', 'delivered']) {
		const statuses = [{ id, status, timestamp, recipient_id: contact, ...tag }];
		emit(agentReceipts, agentReceipts === 'standby' ? { standby: { statuses } } : { statuses });
	}
	return { id };
}
