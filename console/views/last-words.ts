import { quoted, wordsOf } from '../../engine';
import type { Desk } from '../desk';
import type { CustomerRecord } from '../records';

/** The customer's last message is among so many of the last ones. */
const LAST_FEW = 5;

/** What a customer wrote last, in quotes; undefined if it has no words, or isn't kept. */
async function lastWordsOf({ store, veil }: Desk, customer: string): Promise<string | undefined> {
	const { received } = await store.conversations.history({ ...veil.unseal(customer)!, limit: LAST_FEW });
	const last = received.find(({ kind }) => kind === 'message');
	const words = last && wordsOf(last);
	return words === undefined ? undefined : quoted(veil.sentence(words));
}

/** A customer who wrote, with what they wrote last. */
export async function withLastWords(desk: Desk, row: CustomerRecord): Promise<CustomerRecord> {
	const words = await lastWordsOf(desk, row.customer);
	return { ...row, ...(words !== undefined && { words }) };
}

/** Customers with when they last wrote, and what, of those who did. */
export async function withLastMessages(
	desk: Desk,
	rows: readonly CustomerRecord[],
): Promise<CustomerRecord[]> {
	const whom = rows.map(({ customer }) => desk.veil.unseal(customer)!);
	const wrote = new Map<string, ReadonlyMap<string, number>>();
	for (const channel of new Set(rows.map((row) => row.channel))) {
		const contacts = whom.filter((each) => each.channel === channel).map(({ contact }) => contact);
		wrote.set(channel, await desk.store.overview.wroteAt({ channel, contacts }));
	}
	return Promise.all(
		rows.map(async (row, index) => {
			const at = wrote.get(row.channel)!.get(whom[index]!.contact);
			return at === undefined ? row : withLastWords(desk, { ...row, at });
		}),
	);
}
