/** How long the business keeps seeing the phone number of a username adopter after an exchange with it. Facts 2026, §1. */
const PHONE_KNOWN_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * A person who uses the platform. `key` never changes. `phone` is in digits, `userId` is the business-scoped user ID
 * (BSUID). `showsPhone` overrules whether events carry the number: true for somebody in the contact book, false for
 * somebody who hides it. `phoneKnownUntil` is epoch ms.
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
}

/**
 * The phone number as events show it now. It is absent for somebody who adopted a username, unless the business
 * wrote to the number, or heard from it, in the last 30 days. Facts 2026, §1.
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
