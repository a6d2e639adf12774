import { assertExists, storeAddress } from '../store/maintenance';

/** Opening a store creates it if it doesn't exist, which a command that only reads must not do. */
export function assertStoreExists(url: string): void {
	const address = storeAddress(url);
	if (address.database === 'sqlite') assertExists(address.file);
}
