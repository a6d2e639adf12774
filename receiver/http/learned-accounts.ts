import type { Store } from '../../engine';

type Accounts = ReadonlyMap<string, unknown>;

/** How long a reading that confirms something is valid. ms */
const READING_AGE = 1_000;

const lastReading = (): { last?: { accounts: Promise<Accounts>; readAt: number } } => ({});

async function readAccounts(store: Store): Promise<Accounts> {
	const scopes = await store.readScopes('account');
	return new Map(scopes.map(({ scope, register }) => [scope, register.value]));
}

/** The account that the store learned for each channel: as it was lately, and as it is now. */
export function learnedAccounts(store: Store, monotonic: () => number) {
	const kept = store.session.part(lastReading);

	function now(): Promise<Accounts> {
		const accounts = readAccounts(store);
		kept.last = { accounts, readAt: monotonic() };
		accounts.catch(() => (kept.last = undefined));
		return accounts;
	}
	return {
		now,
		lately(): Promise<Accounts> {
			const { last } = kept;
			return last && monotonic() - last.readAt < READING_AGE ? last.accounts : now();
		},
	};
}
