import { contactOf, idsOf } from '../customers/wire';
import type { Customer } from '../customers/customer';
import type { World } from '../world';
import type { MessageStatus, SentMessage } from './ledger';

/** `contacts[]` comes with these statuses, and a username only with the last two. Facts 2026, §1. */
const WITH_CONTACTS = new Set<MessageStatus>(['sent', 'delivered', 'read']);

/** `contacts[]` beside a status, for these customers. */
export function statusContacts(world: World, status: MessageStatus, customers: readonly Customer[]) {
	if (!WITH_CONTACTS.has(status)) return {};
	return { contacts: customers.map((customer) => contactOf(world, customer, status !== 'sent')) };
}

/**
 * Who a status is about. A failed status of a message that was sent to a phone number has no user ID. The parent ID
 * has an older spelling too. Facts 2026, §1.
 */
export function recipientFields(world: World, sent: SentMessage, status: MessageStatus, customer: Customer) {
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

/** Which member of a group a status is about. Facts, §3; facts 2026, §1. */
export function participantFields(world: World, customer: Customer) {
	const { wa_id: phone, user_id: userId, parent_user_id: parentId } = idsOf(world, customer);
	const phoneField =
		world.settings.recipientSpelling === 'old' ? 'participant_recipient_id' : 'recipient_participant_id';
	return {
		...(phone === undefined ? {} : { [phoneField]: phone }),
		recipient_participant_user_id: userId,
		...(parentId === undefined ? {} : { recipient_participant_parent_user_id: parentId }),
	};
}
