import { newMessageId } from '../identity';
import { numberFields } from '../webhooks/event';
import type { World } from '../world';
import { shownPhone, type Customer } from './customer';

/** How the platform tells of a change: today's system messages, older ones, and the withdrawn `user_id_update`. */
export const changeForms = [
	'system',
	'customer_changed_number',
	'customer_identity_changed',
	'user_id_update',
] as const;

export interface IdentityChange {
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
 * `system`, usually without `contacts`. It opens no window. Facts 2026, §1.
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
		emit(world, customer, form, { user_id_update: [entry] });
	} else {
		const system = systemContent(before, after, form, phone !== undefined);
		const from = phone === undefined ? undefined : before.phone;
		const sender = { ...(from === undefined ? {} : { from }), from_user_id: before.userId };
		emit(world, customer, 'messages', { messages: [{ ...sender, id, timestamp, type: 'system', system }] });
	}
	return { id, userId: after.userId };
}

function idsNow({ clock }: World, customer: Customer): Ids {
	const { userId, parentUserId } = customer;
	return { phone: shownPhone(customer, clock.now()), userId, parentUserId };
}

function emit(world: World, { key }: Customer, field: string, content: object): void {
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
