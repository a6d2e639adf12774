import type { Kinds, Runtime } from '../base';
import { FILLED_TEXT, FLAG, FUNCTION, optional, refuseOptions, RUNTIME, systemRuntime } from '../base';
import { openCallJournals } from './calls/call-journals';
import { openJournalFolder } from './calls/journal-disk';
import { openClock } from './clock';
import { createStore } from './create-store';
import { openPostgresDatabase } from './postgres/postgres-database';
import { openSqliteDatabase } from './sqlite/sqlite-database';
import { openSqliteForReading } from './sqlite/open-for-reading';
import type { StoreAddress } from './store-address';
import { nameOf, storeAddress } from './store-address';
import type { Store } from '../engine/store/store';

export interface OpenStoreOptions {
	/**
	 * Time and timers for the store and everything that works with it; the process's own by default. The times of slots and
	 * leases are on its clock, unless it is the process's and the database has a clock for all processes: Postgres.
	 */
	runtime?: Runtime;
	/**
	 * Whether users other than this process's may read a new SQLite file and its folder. By default only this one can: a
	 * file that exists keeps its rights.
	 */
	isFolderShared?: boolean;
	/**
	 * A folder of this machine for the journals of calls, with which the next process there knows what one that was killed
	 * had sent. By default it is beside a SQLite file, and Postgres has none.
	 */
	journalFolder?: string;
	/**
	 * Only reads: the database refuses everything that is written to it, and nothing is made, updated, or kept beside it. The
	 * store has to exist, in the schema version of this package. On Postgres, a statement ends after 10 seconds.
	 */
	readOnly?: boolean;
	/**
	 * Hears what a person should look at: that others can read an existing SQLite file, or that journals can't be written. By
	 * default a warning of the process.
	 */
	warn?: (message: string) => void;
}

const OPTIONS: Kinds = {
	runtime: optional(RUNTIME),
	isFolderShared: optional(FLAG),
	journalFolder: optional(FILLED_TEXT),
	readOnly: optional(FLAG),
	warn: optional(FUNCTION),
};

const folderOf = (address: StoreAddress): string | undefined =>
	address.database === 'sqlite' && address.file !== ':memory:' ? `${address.file}-calls` : undefined;

const openForReading = (address: StoreAddress, runtime: Runtime, clock: (() => number) | undefined) =>
	address.database === 'postgres'
		? openPostgresDatabase(address.url, clock, { readOnly: true })
		: openSqliteForReading(address.file, runtime);

/**
 * Opens a store by its URL: `sqlite::memory:`, `sqlite:<file>`, or `postgres://<user>:<password>@<host>/<database>`,
 * where `?schema=` names the schema of its tables (`business_messaging` by default).
 * @throws Error that says what a store's URL looks like, or why the store can't be opened.
 * @example
 * const store = await openStore('sqlite:/var/lib/messaging/store.db');
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<Store> {
	refuseOptions('openStore', options, OPTIONS);
	const { runtime = systemRuntime, isFolderShared = false, journalFolder, readOnly = false } = options;
	const { warn = (message) => process.emitWarning(message) } = options;
	const address = storeAddress(url);
	const clock = runtime === systemRuntime ? undefined : openClock(runtime);
	if (readOnly)
		return createStore(await openForReading(address, runtime, clock), runtime, undefined, nameOf(address));
	const folder = journalFolder ?? folderOf(address);
	const disk = folder === undefined ? undefined : openJournalFolder(folder, isFolderShared);
	const journals = disk && openCallJournals({ disk, runtime, warn });
	const database =
		address.database === 'postgres'
			? await openPostgresDatabase(address.url, clock)
			: await openSqliteDatabase(address.file, runtime, { isFolderShared, warn });
	return createStore(database, runtime, journals, nameOf(address));
}
