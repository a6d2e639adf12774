import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { errorText } from '../../base';
import { assertKnown, MIGRATIONS } from '../database';

/** How long opening waits for another process's transaction. ms */
const OPENING_TIMEOUT = 5_000;
/** How long a transaction waits with the thread held; after that it is tried again later. ms */
const BUSY_TIMEOUT = 20;

/** Brings the database to the newest version. Safe when several processes start at once. */
function migrate(database: DatabaseSync): void {
	database.exec('BEGIN IMMEDIATE');
	try {
		const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
			user_version: number;
		};
		assertKnown(version);
		for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
		database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
		database.exec('COMMIT');
	} catch (error) {
		database.exec('ROLLBACK');
		throw error;
	}
}

/**
 * Makes the file's folder and an empty file, where they don't exist. Conversations are nobody else's business, so that
 * only the user of this process can read them, unless the folder is shared on purpose. SQLite gives the files beside it
 * the same rights.
 */
function createFile(file: string, isFolderShared: boolean): void {
	mkdirSync(dirname(file), { recursive: true, ...(!isFolderShared && { mode: 0o700 }) });
	closeSync(openSync(file, 'a', isFolderShared ? undefined : 0o600));
}

/** @throws Error that names the file, and what is wrong with it. */
export async function openDatabase(file: string, isFolderShared: boolean): Promise<DatabaseSync> {
	const { DatabaseSync } = await import('node:sqlite');
	let database: DatabaseSync | undefined;
	try {
		if (file !== ':memory:') createFile(file, isFolderShared);
		database = new DatabaseSync(file);
		database.exec(
			`PRAGMA busy_timeout = ${OPENING_TIMEOUT}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`,
		);
		migrate(database);
		database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
		return database;
	} catch (error) {
		database?.close();
		throw new Error(`The store ${file} can't be opened: ${errorText(error)}`, { cause: error });
	}
}
