import type { Customer } from '../customers/customer';
import { platformTitle } from '../platform-errors';
import { numberFields } from '../webhooks/envelope';
import type { World } from '../world';
import type { MessageStatus, SentMessage } from './ledger';
import { pricingOf } from './pricing';
import { groupConversation } from './recipient';
import { participantFields, recipientFields, statusContacts } from './status-fields';

/** Emits a status of the message and keeps it as the message's own. Facts, §8. `member`: of the group. */
export function reportStatus(
	world: World,
	sent: SentMessage,
	status: MessageStatus,
	{ member, errors }: { readonly member?: Customer; readonly errors?: readonly object[] } = {},
): void {
	sent.status = status;
	const isGroup = sent.recipientType === 'group';
	const customer = isGroup ? member : world.ledger.customerOf(sent);
	const others = isGroup && member === undefined ? [...(world.groups.find(sent.to)?.participants ?? [])] : [];
	const about = isGroup
		? { recipient_id: sent.to, recipient_type: 'group', ...(member && participantFields(world, member)) }
		: customer && recipientFields(world, sent, status, customer);
	const { callbackData } = sent;
	world.webhooks.emit({
		field: 'messages',
		conversation: isGroup ? groupConversation(sent.to) : (customer?.key ?? sent.to),
		value: {
			...numberFields(world),
			...statusContacts(world, status, customer === undefined ? others : [customer]),
			statuses: [
				{
					id: sent.id,
					status,
					timestamp: String(world.clock.seconds()),
					...about,
					...(callbackData === undefined ? {} : { biz_opaque_callback_data: callbackData }),
					...(status === 'sent' ? pricingOf(world, sent) : {}),
					...(errors === undefined ? {} : { errors }),
				},
			],
		},
	});
}

/** Reports a message as delivered. In a group, each member reports its own. Facts, §3. */
export function reportDelivered(world: World, sent: SentMessage): void {
	if (world.faults.active.skipDelivered) return;
	const group = sent.recipientType === 'group' ? world.groups.find(sent.to) : undefined;
	if (group === undefined) return reportStatus(world, sent, 'delivered');
	for (const member of group.participants) reportStatus(world, sent, 'delivered', { member });
}

export interface Failure {
	readonly code: number;
	readonly title?: string | undefined;
}

/** Reports a message as failed, with the error's code and title. Facts, §6. */
export function reportFailed(
	world: World,
	sent: SentMessage,
	{ code, title = platformTitle(code) }: Failure,
): void {
	sent.error = { code, title };
	const error = { code, title, message: title, error_data: { details: title } };
	reportStatus(world, sent, 'failed', { errors: [error] });
}
