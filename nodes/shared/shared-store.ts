import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../engine';
import { openStore } from '../../store';

/** Raised whenever what is shared between copies of the package changes its shape. */
const CONTRACT = 1;
const STORES = Symbol.for(`n8n-nodes-business-messaging/stores/v${CONTRACT}`);

type Shared = typeof globalThis & { [STORES]?: Map<string, Promise<Store>> };

function embeddedStore(): string {
	const folder = process.env.N8N_USER_FOLDER ?? homedir();
	return `sqlite:${join(folder, '.n8n', 'business-messaging.sqlite')}`;
}

/**
 * The store's URL: the credential's, else BUSINESS_MESSAGING_STORE, else a file in n8n's own folder.
 * @throws Error in queue mode with an embedded store, which the processes would not share
 */
export function storeUrl(inCredential: string): string {
	const url = inCredential || process.env.BUSINESS_MESSAGING_STORE || embeddedStore();
	const isShared = process.env.BUSINESS_MESSAGING_SHARED_FOLDER === 'true';
	if (process.env.EXECUTIONS_MODE === 'queue' && url.startsWith('sqlite:') && !isShared) {
		throw new Error(
			'n8n runs in queue mode, where an embedded store would be another one in each process. Set BUSINESS_MESSAGING_STORE=postgres://… for all processes, or Store in the credential. Only where all processes share one folder on one machine: name a file there (sqlite:/shared/messaging.sqlite) and set BUSINESS_MESSAGING_SHARED_FOLDER=true for all of them.',
		);
	}
	return url;
}

/**
 * The store with this URL, opened once for all nodes of the process, also when n8n holds two copies of the package
 * after an update. A store that could not be opened is tried again the next time.
 */
export function sharedStore(url: string): Promise<Store> {
	const shared = globalThis as Shared;
	const stores = (shared[STORES] ??= new Map<string, Promise<Store>>());
	const known = stores.get(url);
	if (known) return known;
	const opening = openStore(url);
	opening.catch(() => stores.delete(url));
	stores.set(url, opening);
	return opening;
}
