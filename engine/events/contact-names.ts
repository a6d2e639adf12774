import type { InboundMessage } from '../../platform/wire/webhook-events';
import { profileContact } from '../../platform/wire/webhook-events';

/** The names of the customers that stand beside messages. */
export interface ContactNames {
	/** @param ownContacts the contacts that stand in the message itself, which come first */
	nameOf(message: InboundMessage, ownContacts: unknown[]): string | undefined;
}

interface Place {
	/** Where it stands among all contacts. */
	index: number;
	name: string | undefined;
}

/** The first contact with each id; those without one stand under `undefined`. */
function indexed(contacts: unknown[]) {
	const byNumber = new Map<string | undefined, Place>();
	const byUser = new Map<string | undefined, Place>();
	for (const [index, part] of contacts.entries()) {
		const contact = profileContact.safeParse(part).data;
		if (!contact) continue;
		const place = { index, name: contact.profile?.name };
		if (!byNumber.has(contact.wa_id)) byNumber.set(contact.wa_id, place);
		if (!byUser.has(contact.user_id)) byUser.set(contact.user_id, place);
	}
	return ({ from, from_user_id }: InboundMessage): Place | undefined => {
		const [number, user] = [byNumber.get(from), byUser.get(from_user_id)];
		return number && user && user.index < number.index ? user : (number ?? user);
	};
}

/** Reads the contacts of a value once, however many messages stand beside them. */
export function readContactNames(contacts: unknown[]): ContactNames {
	let find: ReturnType<typeof indexed> | undefined;
	return {
		nameOf(message, ownContacts) {
			const own = ownContacts.length > 0 ? indexed(ownContacts)(message) : undefined;
			find ??= indexed(contacts);
			return (own ?? find(message))?.name;
		},
	};
}
