import type { VirtualClock } from '../clock';
import { notePhone, shownPhone, type Customer } from './customer';

interface Clocked {
	readonly clock: VirtualClock;
}

/** The ids of a customer as `contacts[]`, participants, and preferences carry them. A hidden phone is absent. */
export function idsOf({ clock }: Clocked, customer: Customer) {
	const phone = shownPhone(customer, clock.now());
	const { userId, parentUserId } = customer;
	return {
		...(phone === undefined ? {} : { wa_id: phone }),
		user_id: userId,
		...(parentUserId === undefined ? {} : { parent_user_id: parentUserId }),
	};
}

/** One item of `contacts[]`. `withUsername`: statuses carry the username only with delivered and read. */
export function contactOf(world: Clocked, customer: Customer, withUsername = true) {
	const { username } = customer;
	return {
		profile: {
			name: profileName(customer),
			...(username === undefined || !withUsername ? {} : { username }),
		},
		...idsOf(world, customer),
	};
}

/** Who sent a message: `from`, `from_user_id`, `from_parent_user_id`. From then on, a shown phone is known. */
export function senderOf({ clock }: Clocked, customer: Customer) {
	const phone = shownPhone(customer, clock.now());
	if (phone !== undefined) notePhone(customer, clock.now());
	const { userId, parentUserId } = customer;
	return {
		...(phone === undefined ? {} : { from: phone }),
		from_user_id: userId,
		...(parentUserId === undefined ? {} : { from_parent_user_id: parentUserId }),
	};
}

/** How a message names a customer it goes to: `to`, or `recipient` if the phone isn't known. */
export function addressOf({ clock }: Clocked, customer: Customer) {
	const phone = shownPhone(customer, clock.now());
	return phone === undefined ? { recipient: customer.userId } : { to: phone };
}

/** The name in the customer's profile. */
export function profileName({ name, phone, userId }: Customer): string {
	return name ?? `Customer ${(phone ?? userId).slice(-4)}`;
}
