import type { MessagingEvent } from '../events/messaging-event';
import type { Store } from '../store/store';
import type { RegisterWrite } from './register';
import { RANK } from './register';

/** The register of a customer with the name in their profile: first as it is searched for, then as it was written. */
export const PROFILE_NAME = 'profile-name';

/** So many characters of a name are kept: databases index no text of any length. */
const LONGEST = 100;

/** A name as it is searched for: without accents and case, and with single spaces. */
export const foldedName = (name: string): string =>
	[...name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()]
		.slice(0, LONGEST)
		.join('');

/** What an event says of its customer's name. The name of somebody who writes in a group isn't the group's. */
export function profileNameOf(event: MessagingEvent): RegisterWrite[] {
	if (event.kind !== 'message' || event.channel === undefined || event.group !== undefined) return [];
	const { channel, contact, contactName, at, id } = event;
	const folded = foldedName(contactName ?? '');
	if (folded === '') return [];
	const value = [folded, [...contactName!].slice(0, LONGEST).join('')];
	return [{ scope: channel, subject: contact, name: PROFILE_NAME, at, rank: RANK.message, id, value }];
}

/** How many customers with such a name an error names. */
const NAMED = 5;

/** Whether a text can be a name: it has a letter, and isn't an email address. */
export const canBeName = (text: string): boolean => /\p{L}/u.test(text) && !text.includes('@');

/**
 * The one customer of a number whose name is a text, or begins with it; otherwise of those who wrote lately, the one with
 * such a last name. `undefined` if there is none.
 * @throws Error that names them if several have such a name
 */
export async function customerNamed(
	store: Store,
	channel: string,
	given: string,
): Promise<string | undefined> {
	if (!canBeName(given)) return undefined;
	const folded = foldedName(given);
	const search = { channel, folded, limit: NAMED + 1 };
	const begun = await store.overview.named(search);
	const found = begun.length > 0 ? begun : await store.overview.namedLately(search);
	const [first, second] = found;
	if (first === undefined) return undefined;
	if (second === undefined || (first.folded === folded && second.folded !== folded)) return first.contact;
	const those = found.slice(0, NAMED).map(({ profile, contact }) => `${profile} (${contact})`);
	const more = found.length > NAMED ? ', and more' : '';
	throw new Error(
		`Several customers have such a name: ${those.join(', ')}${more}. Enter the number of the one you mean.`,
	);
}
