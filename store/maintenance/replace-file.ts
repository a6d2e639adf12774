import { chmodSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { loadSqlite } from '../sqlite/load-sqlite';
import { columnsOf } from './expected-schema';
import { TABLES_OF_DATA } from './tables-of-data';
import { isUnreadable } from './standing-sqlite';

const SQLITE_BUSY = 5;

/** Whether something is in a store that would be lost. A file that can't be read may have anything in it. */
export async function sqliteHasData(file: string): Promise<boolean> {
	if (!existsSync(file) || statSync(file).size === 0) return false;
	const { DatabaseSync } = await loadSqlite();
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		const tables = columnsOf(database);
		return TABLES_OF_DATA.some(
			(table) => tables.has(table) && database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined,
		);
	} catch (error) {
		if (isUnreadable(error)) return true;
		throw error;
	} finally {
		database.close();
	}
}

/** @throws Error if another process has the store open: what it writes would be lost */
async function assertUnused(file: string): Promise<void> {
	const { DatabaseSync } = await loadSqlite();
	const database = new DatabaseSync(file, { timeout: 1_000 });
	try {
		// This needs the file for itself, and also empties the log.
		database.exec('PRAGMA journal_mode = DELETE');
	} catch (error) {
		if (isUnreadable(error)) return;
		if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
		throw new Error(
			`Another process uses the store ${file}. Stop n8n, the receivers, and all other programs that use it, and try again.`,
			{ cause: error },
		);
	} finally {
		database.close();
	}
}

/** Puts a store's new file in the place of the old one, with the rights that the old one had. */
export async function replaceFile(file: string, made: string, isFolderShared: boolean): Promise<void> {
	const exists = existsSync(file);
	if (exists) await assertUnused(file);
	const own = isFolderShared ? 0o660 : 0o600;
	chmodSync(made, exists ? statSync(file).mode & 0o777 : own);
	for (const beside of [`${file}-wal`, `${file}-shm`]) rmSync(beside, { force: true });
	renameSync(made, file);
}
