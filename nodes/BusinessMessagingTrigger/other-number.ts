import type { MessagingEvent, Store } from '../../engine';

/** Numbers whose deliveries have come: the credential has their right ID. */
const confirmedNumbers = () => new Set<string>();

/**
 * Whether a delivery that names the number ever came. What is recorded under an ID for other reasons says nothing about
 * it: our own acts, and events whose delivery names no number, which count for the credential's.
 */
async function isKnown(store: Store, channel: string): Promise<boolean> {
	const account = await store.readRegister(channel, '', 'account');
	return account !== undefined && account.at > 0;
}

/**
 * The number that a delivery is for, if it isn't the credential's and nothing ever came for that one: then the ID in the
 * credential is wrong. A gateway may deliver for other numbers too.
 */
export async function otherNumberOf(
	read: () => readonly MessagingEvent[],
	{ store, channel }: { store: Store; channel: string },
): Promise<string | undefined> {
	const known = store.session.part(confirmedNumbers);
	if (known.has(channel)) return undefined;
	const channels = read().flatMap((event) => event.channel ?? []);
	if (channels.length === 0) return undefined;
	if (!channels.includes(channel) && !(await isKnown(store, channel))) return channels[0];
	known.add(channel);
	return undefined;
}
