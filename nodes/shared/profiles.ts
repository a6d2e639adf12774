import type { Store } from '../../engine';

/** So many names are read at a time. */
const AT_A_TIME = 1_000;

/** The names in customers' profiles, as far as they are known, by customer. */
export async function profilesOf(
	store: Store,
	channel: string,
	customers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	const contacts = [...new Set(customers)];
	const found = new Map<string, string>();
	for (let at = 0; at < contacts.length; at += AT_A_TIME) {
		const some = await store.overview.profiles({ channel, contacts: contacts.slice(at, at + AT_A_TIME) });
		for (const [contact, name] of some) found.set(contact, name);
	}
	return found;
}
