import { DAY } from '../../base';
import type { VirtualClock } from '../clock';

/**
 * How long the business keeps seeing the phone number of a username adopter after an exchange with it
 * (docs/interface.md, User IDs).
 */
const PHONE_KNOWN_MS = 30 * DAY;

/**
 * A person who uses the platform. `key` never changes. `phone` is in digits, `userId` is the business-scoped user ID
 * (BSUID). `showsPhone` overrules whether events carry the number: true for somebody in the contact book, false for
 * somebody who hides it. `phoneKnownUntil` is epoch ms. `list` is what the page calls those whom the business only has
 * in a file, such as the recipients of a campaign.
 */
export interface Customer {
	readonly key: string;
	phone: string | undefined;
	userId: string;
	parentUserId: string | undefined;
	username: string | undefined;
	name: string | undefined;
	showsPhone: boolean | undefined;
	phoneKnownUntil: number;
	list: string | undefined;
}

/**
 * The phone number as events show it now. It is absent for somebody who adopted a username, unless the business
 * wrote to the number, or heard from it, in the last 30 days (docs/interface.md, User IDs).
 */
export function shownPhone(customer: Customer, now: number): string | undefined {
	const shown = customer.showsPhone ?? (customer.username === undefined || now < customer.phoneKnownUntil);
	return shown ? customer.phone : undefined;
}

/** The business wrote to the number, or heard from it. */
export function notePhone(customer: Customer, now: number): void {
	customer.phoneKnownUntil = now + PHONE_KNOWN_MS;
}

/** The customer's name in records: the phone number, or the user ID of somebody whose number isn't shown. */
export function recordName(customer: Customer, now: number): string {
	return shownPhone(customer, now) ?? customer.userId;
}

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
