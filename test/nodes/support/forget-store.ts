import { shared } from '../../../nodes/shared/shared-store';

/** Closes the store in memory that operations share: the next one begins with an empty store. */
export async function forgetStore(): Promise<void> {
	const { stores } = shared();
	const opened = stores.get('sqlite::memory:');
	stores.delete('sqlite::memory:');
	await (await opened)?.close();
}
