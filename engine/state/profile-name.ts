import type { MessagingEvent } from '../events/messaging-event';
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
