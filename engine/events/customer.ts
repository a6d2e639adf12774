import { isParentUserId, isUserId, normalizeAddress } from '../../platform';
import type { ProfileContact } from '../../platform/wire/webhook-events';
import { profileContact } from '../../platform/wire/webhook-events';

/** A customer, by all the names that a delivery has for them. Either a phone number or a user id may be missing. */
export interface CustomerIdentity {
	/** The phone number if there is one, otherwise the user id. */
	contact: string;
	/** The business-scoped user id (BSUID). */
	userId?: string;
	/** The id that linked portfolios know the same customer by. */
	parentUserId?: string;
}

export interface CustomerProfile {
	contactName?: string;
	/** For display only: it changes at will. */
	username?: string;
}

export interface GivenIds {
	phone?: string;
	userId?: string;
	parentUserId?: string;
}

/** The ids in their places: some senders put a user id where a phone number belongs. */
function sorted({ phone, userId, parentUserId }: GivenIds): GivenIds {
	const ids = [userId, phone, parentUserId].flatMap((id) => (id === undefined ? [] : [normalizeAddress(id)]));
	const users = ids.filter((id) => isUserId(id) && !isParentUserId(id));
	return {
		phone: phone === undefined || isUserId(normalizeAddress(phone)) ? undefined : normalizeAddress(phone),
		// A user id that doesn't look like one is still an id, and all there is.
		userId:
			users[0] ?? (userId === undefined || isParentUserId(userId) ? undefined : normalizeAddress(userId)),
		parentUserId: ids.find(isParentUserId) ?? parentUserId,
	};
}

/** The customer that some ids name; `undefined` if there are none. */
export function customerOf(given: GivenIds): CustomerIdentity | undefined {
	const { phone, userId, parentUserId } = sorted(given);
	const contact = phone ?? userId ?? parentUserId;
	if (contact === undefined || contact === '') return undefined;
	return {
		contact,
		...(userId !== undefined && { userId }),
		...(parentUserId !== undefined && { parentUserId }),
	};
}

/** The `contacts` of a value, to be looked up by any of their ids. */
export interface Contacts {
	/** The contact that has one of these ids; the only contact if nothing names another. */
	find(ids: GivenIds): ProfileContact | undefined;
}

const idsOf = ({ wa_id, user_id, parent_user_id }: ProfileContact): string[] =>
	[wa_id, user_id, parent_user_id].flatMap((id) => (id === undefined ? [] : [normalizeAddress(id)]));

export function readContacts(parts: unknown[]): Contacts {
	const contacts = parts.flatMap((part) => profileContact.safeParse(part).data ?? []);
	const byId = new Map(contacts.flatMap((contact) => idsOf(contact).map((id) => [id, contact] as const)));
	const sole = contacts.length === 1 ? contacts[0] : undefined;

	/** A sole contact that has none of the message's ids belongs to it only if their ids are of different sorts. */
	function isOf(contact: ProfileContact, { phone, userId }: GivenIds): boolean {
		const isOtherPhone = phone !== undefined && contact.wa_id !== undefined;
		const isOtherUser = userId !== undefined && contact.user_id !== undefined;
		return !isOtherPhone && !isOtherUser;
	}

	return {
		find(ids) {
			const given = [ids.userId, ids.phone, ids.parentUserId];
			const found = given.map((id) => (id === undefined ? undefined : byId.get(normalizeAddress(id))));
			return found.find((contact) => contact !== undefined) ?? (sole && isOf(sole, ids) ? sole : undefined);
		},
	};
}

/** The ids of a message or status, completed by the contact that belongs to it. */
export function withContact(ids: GivenIds, contact: ProfileContact | undefined): GivenIds {
	return {
		phone: ids.phone ?? contact?.wa_id,
		userId: ids.userId ?? contact?.user_id,
		parentUserId: ids.parentUserId ?? contact?.parent_user_id,
	};
}

/** What a contact's profile shows. */
export function profileOf(contact: ProfileContact | undefined): CustomerProfile {
	const { name, username } = contact?.profile ?? {};
	return { ...(name !== undefined && { contactName: name }), ...(username !== undefined && { username }) };
}
