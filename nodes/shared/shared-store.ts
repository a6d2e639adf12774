import { homedir } from 'node:os';
import { join } from 'node:path';
import { fromEnvironment } from '../../base';
import type { Store } from '../../engine';

/** Increase it when what copies of the package share changes its shape. */
const CONTRACT = 13;
const SHARED = Symbol.for(`n8n-nodes-business-messaging/shared/v${CONTRACT}`);

/** What all nodes of the process share, even if n8n has two copies of the package after an update. */
interface Shared {
	/** The open stores, by URL. */
	stores: Map<string, Promise<Store>>;
	/** The registrations of webhooks that are being made, by trigger: whoever unregisters waits for them. */
	registrations: Map<string, Promise<void>>;
}

export const shared = (): Shared =>
	((globalThis as { [SHARED]?: Shared })[SHARED] ??= { stores: new Map(), registrations: new Map() });

/** Something in n8n's own folder. */
const inN8n = (name: string) => join(process.env.N8N_USER_FOLDER ?? homedir(), '.n8n', name);

const embeddedStore = () => `sqlite:${inN8n('business-messaging.sqlite')}`;

/** Whether several users of this machine share the store's folder on purpose. */
export const isFolderShared = () => process.env.BUSINESS_MESSAGING_SHARED_FOLDER === 'true';

/**
 * The store's URL: from the credential, from BUSINESS_MESSAGING_STORE or the file that BUSINESS_MESSAGING_STORE_FILE names,
 * or a file in n8n's own folder.
 * @throws Error if that file can't be read, and in queue mode with an embedded store, which the processes wouldn't share
 */
export function storeUrl(inCredential: string): string {
	const url = inCredential || fromEnvironment('BUSINESS_MESSAGING_STORE')?.value || embeddedStore();
	if (process.env.EXECUTIONS_MODE === 'queue' && url.startsWith('sqlite:') && !isFolderShared()) {
		throw new Error(
			'n8n runs in queue mode, where each process would have an embedded store of its own. Set BUSINESS_MESSAGING_STORE=postgres://… for all processes, or fill in Store in the credential. If all processes share a folder on one machine, you can instead use a file there (sqlite:/shared/messaging.sqlite) and set BUSINESS_MESSAGING_SHARED_FOLDER=true for all processes.',
		);
	}
	return url;
}

/** The store's code is loaded with the first store that is opened, not when n8n starts. */
async function open(url: string): Promise<Store> {
	const { openStore } = await import('../../store');
	const isEmbedded = url.startsWith('sqlite:');
	return openStore(url, {
		isFolderShared: isFolderShared(),
		...(!isEmbedded && { journalFolder: inN8n('business-messaging-calls') }),
	});
}

/**
 * The store with this URL, opened once for all nodes of the process. If opening fails, the next call tries again.
 */
export function sharedStore(url: string): Promise<Store> {
	const { stores } = shared();
	const known = stores.get(url);
	if (known) return known;
	const opening = open(url);
	opening.catch(() => stores.delete(url));
	stores.set(url, opening);
	return opening;
}
