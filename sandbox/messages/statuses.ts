import { billStatus } from '../billing/charge';
import { type Customer, contactOf, idsOf } from '../customers/customer';
import { platformTitle } from '../platform-errors';
import { numberFields } from '../webhooks/event';
import type { World } from '../world';
import type { MessageStatus, SentMessage } from './ledger';
import { groupConversation } from './recipient';

/**
 * Emits a status of the message and keeps it as the message's own (docs/interface.md, Statuses). `member`: of the
 * group.
 */
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
	const customers = customer === undefined ? others : [customer];
	world.webhooks.emit({
		field: 'messages',
		conversation: isGroup ? groupConversation(sent.to) : (customer?.key ?? sent.to),
		value: {
			...numberFields(world),
			...statusContacts(world, status, customers),
			statuses: [
				{
					id: sent.id,
					status,
					timestamp: String(world.clock.seconds()),
					...about,
					...(callbackData === undefined ? {} : { biz_opaque_callback_data: callbackData }),
					...billStatus(world, sent, status, customers),
					...(errors === undefined ? {} : { errors }),
				},
			],
		},
	});
}

/** Reports a message as delivered. In a group, each member reports its own (docs/interface.md, Groups). */
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

/** Reports a message as failed, with the error's code and title (docs/interface.md, Error codes). */
export function reportFailed(
	world: World,
	sent: SentMessage,
	{ code, title = platformTitle(code) }: Failure,
): void {
	sent.error = { code, title };
	const error = { code, title, message: title, error_data: { details: title } };
	reportStatus(world, sent, 'failed', { errors: [error] });
}

/** `contacts[]` comes with these statuses, and a username only with the last two (docs/interface.md, User IDs). */
const WITH_CONTACTS = new Set<MessageStatus>(['sent', 'delivered', 'read']);

/** `contacts[]` beside a status, for these customers. */
function statusContacts(world: World, status: MessageStatus, customers: readonly Customer[]) {
	if (!WITH_CONTACTS.has(status)) return {};
	return { contacts: customers.map((customer) => contactOf(world, customer, status !== 'sent')) };
}

/**
 * Who a status is about. A failed status of a message that was sent to a phone number has no user ID. The parent ID
 * has an older spelling too (docs/interface.md, User IDs).
 */
function recipientFields(world: World, sent: SentMessage, status: MessageStatus, customer: Customer) {
	const { wa_id: phone, user_id: userId, parent_user_id: parentId } = idsOf(world, customer);
	const toPhone = typeof sent.body.to === 'string';
	const parentField =
		world.settings.recipientSpelling === 'old' ? 'parent_recipient_user_id' : 'recipient_parent_user_id';
	return {
		...(phone === undefined ? {} : { recipient_id: phone }),
		...(status === 'failed' && toPhone ? {} : { recipient_user_id: userId }),
		...(parentId === undefined ? {} : { [parentField]: parentId }),
	};
}

/** Which member of a group a status is about (docs/interface.md, Groups; User IDs). */
function participantFields(world: World, customer: Customer) {
	const { wa_id: phone, user_id: userId, parent_user_id: parentId } = idsOf(world, customer);
	const phoneField =
		world.settings.recipientSpelling === 'old' ? 'participant_recipient_id' : 'recipient_participant_id';
	return {
		...(phone === undefined ? {} : { [phoneField]: phone }),
		recipient_participant_user_id: userId,
		...(parentId === undefined ? {} : { recipient_participant_parent_user_id: parentId }),
	};
}
