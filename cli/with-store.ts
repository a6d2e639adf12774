import type { Store } from '../engine';
import { isFolderShared } from '../nodes/shared/shared-store';
import { openStore } from '../store';
import { assertExists, storeAddress } from '../store/maintenance';

/**
 * Opens a store that exists. Opening a store creates it if it doesn't exist, which only a receiver does.
 * @throws Error if there is none
 */
export async function openExisting(url: string): Promise<Store> {
	const address = storeAddress(url);
	if (address.database === 'sqlite') assertExists(address.file);
	return openStore(url, { isFolderShared: isFolderShared() });
}

/** Does something with a store that exists, and closes it. @throws Error if there is none */
export async function withStore<Result>(
	{ store: url }: { store: string },
	act: (store: Store) => Promise<Result>,
): Promise<Result> {
	const store = await openExisting(url);
	try {
		return await act(store);
	} finally {
		await store.close();
	}
}
