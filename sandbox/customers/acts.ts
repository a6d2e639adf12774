import { newMessageId } from '../identity';
import { groupConversation } from '../messages/recipient';
import { isForStandby } from '../thread-control/handover';
import { numberFields } from '../webhooks/event';
import type { World } from '../world';
import { contactOf, senderOf, idsOf, shownPhone, type Customer } from './customer';
import { inboundContent, type Written } from './inbound-content';

/** These aren't words of the customer, so they open no window (docs/interface.md, Messages from customers). */
const SILENT_TYPES = new Set(['system', 'request_welcome', 'edit', 'revoke']);

/**
 * A customer writes to the number or into a group: opens the window at the announced second and emits `messages`, or
 * `standby` while the agent holds the conversation (docs/interface.md, Events). A group that isn't known yet is
 * created.
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
	if ('referral' in message) world.entryPoints.came(customer);
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

/** A customer calls: `calls`. A call opens or renews the window as a message does (docs/interface.md, Events). */
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

const PREFERENCES = {
	stop: 'User requested to stop marketing messages',
	resume: 'User requested to resume marketing messages',
} as const;

/**
 * A customer stops or resumes marketing messages, with the event `user_preferences`. It applies to the customer's
 * user ID, never to the parent one (docs/interface.md, Events; User IDs).
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
					detail: PREFERENCES[value],
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

/** How the platform tells of a change: today's system messages, older ones, and the withdrawn `user_id_update`. */
export const changeForms = [
	'system',
	'customer_changed_number',
	'customer_identity_changed',
	'user_id_update',
] as const;

interface IdentityChange {
	readonly phone?: string | undefined;
	readonly userId?: string | undefined;
	readonly parentUserId?: string | undefined;
	readonly form?: (typeof changeForms)[number] | undefined;
}

interface Ids {
	readonly phone: string | undefined;
	readonly userId: string;
	readonly parentUserId: string | undefined;
}

/**
 * A customer gets another phone number, and with it another BSUID, or only another BSUID. Told as a message of type
 * `system`, usually without `contacts`. It opens no window (docs/interface.md, User IDs).
 */
export function changeIdentity(
	world: World,
	customer: Customer,
	{ phone, userId, parentUserId, form = 'system' }: IdentityChange,
): { id: string; userId: string } {
	const before = idsNow(world, customer);
	if (phone !== undefined) world.customers.givePhone(customer, phone);
	world.customers.renew(customer, userId);
	if (parentUserId !== undefined) world.customers.giveParent(customer, parentUserId);
	const after = idsNow(world, customer);
	world.chats.note(customer.key, 'changed-identity', after);
	const id = newMessageId();
	const timestamp = String(world.clock.seconds());
	if (form === 'user_id_update') {
		const entry = { ...updateEntry(before, after), timestamp };
		emitChange(world, customer, form, { user_id_update: [entry] });
	} else {
		const system = systemContent(before, after, form, phone !== undefined);
		const from = phone === undefined ? undefined : before.phone;
		const sender = { ...(from === undefined ? {} : { from }), from_user_id: before.userId };
		emitChange(world, customer, 'messages', {
			messages: [{ ...sender, id, timestamp, type: 'system', system }],
		});
	}
	return { id, userId: after.userId };
}

function idsNow({ clock }: World, customer: Customer): Ids {
	const { userId, parentUserId } = customer;
	return { phone: shownPhone(customer, clock.now()), userId, parentUserId };
}

function emitChange(world: World, { key }: Customer, field: string, content: object): void {
	world.webhooks.emit({ field, conversation: key, value: { ...numberFields(world), ...content } });
}

function systemContent(before: Ids, after: Ids, form: string, isNumber: boolean): object {
	const body = isNumber
		? `User changed from ${before.phone ?? before.userId} to ${after.phone ?? after.userId}`
		: 'User ID changed';
	const phone = isNumber ? after.phone : undefined;
	if (form === 'customer_changed_number') return { body, type: form, wa_id: phone, new_wa_id: phone };
	if (form === 'customer_identity_changed') return { body, type: form, identity: after.userId };
	return {
		body,
		type: isNumber ? 'user_changed_number' : 'user_changed_user_id',
		...(phone === undefined ? {} : { wa_id: phone }),
		user_id: after.userId,
		previous_user_id: before.userId,
		...(after.parentUserId === undefined ? {} : { parent_user_id: after.parentUserId }),
		...(before.parentUserId === undefined ? {} : { previous_parent_user_id: before.parentUserId }),
	};
}

function updateEntry(before: Ids, after: Ids): object {
	return {
		...(after.phone === undefined ? {} : { wa_id: after.phone }),
		detail: 'User ID changed',
		user_id: { previous: before.userId, current: after.userId },
		...(after.parentUserId === undefined || before.parentUserId === undefined
			? {}
			: { parent_user_id: { previous: before.parentUserId, current: after.parentUserId } }),
	};
}
