import { notePhone, recordName, type Customer } from '../customers/customer';
import { isUserId, phoneDigits } from '../identity';
import { platformRefusal } from '../refusal';
import type { World } from '../world';
import type { OutgoingMessage } from './read-message';

/**
 * Who a message goes to: a customer, or a group without one. `name` is what records call it, `conversation` the key
 * of its conversation, `contact` what the answer says about it.
 */
export interface Recipient {
	readonly name: string;
	readonly conversation: string;
	readonly contact: object;
	readonly customer?: Customer;
}

/** The recipient, or a refusal: 131009 if it is malformed, 131021 for the number itself, 131026 by fault. */
export function recipientOf(world: World, message: OutgoingMessage): Recipient {
	const { to, recipient, recipientType, type } = message;
	if (type === 'pin' && recipientType !== 'group') {
		throw platformRefusal(131051, 'messages can be pinned only in groups');
	}
	if (recipientType === 'group') return toGroup(to ?? recipient ?? '');
	const found = to === undefined ? byUserId(world, recipient ?? '') : byPhone(world, to, recipient);
	const { customer } = found;
	const absent = world.faults.active.notOnPlatform?.some((one) => world.customers.find(one) === customer);
	if (absent) throw platformRefusal(131026, `${found.name} is not on the platform`);
	return found;
}

/** The key of a group's conversation, whose window is one for all members (docs/interface.md, Groups). */
export function groupConversation(groupId: string): string {
	return `group:${groupId}`;
}

function toGroup(id: string): Recipient {
	return { name: id, conversation: groupConversation(id), contact: { input: id, wa_id: id } };
}

/** If both are given, `to` wins, and the answer may carry both ids (docs/interface.md, User IDs). */
function byPhone(world: World, to: string, recipient?: string): Recipient & { customer: Customer } {
	const phone = phoneDigits(to);
	if (phone === undefined)
		throw platformRefusal(131009, `to is neither a phone number nor an account ID: ${to}`);
	if (phone === world.account.displayPhoneNumber) throw platformRefusal(131021, 'to is the sender itself');
	const customer = world.customers.of(phone);
	notePhone(customer, world.clock.now());
	const both = recipient === undefined ? {} : { user_id: customer.userId };
	return recipientFor(world, customer, { input: to, wa_id: customer.phone ?? phone, ...both });
}

function byUserId(world: World, recipient: string): Recipient & { customer: Customer } {
	if (!isUserId(recipient)) throw platformRefusal(131009, `recipient is not a user ID: ${recipient}`);
	if (world.customers.isRetired(recipient)) {
		throw platformRefusal(131009, `recipient is a user ID that is no longer in use: ${recipient}`);
	}
	const customer = world.customers.of(recipient);
	return recipientFor(world, customer, { input: recipient, user_id: recipient });
}

function recipientFor({ clock }: World, customer: Customer, contact: object) {
	return { name: recordName(customer, clock.now()), conversation: customer.key, contact, customer };
}
