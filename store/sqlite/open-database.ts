import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { errorText } from '../../base';
import { assertMayWrite, MIGRATIONS, MINIMUM_WRITER, saysWhoWrites } from '../database';
import { migrateRows } from '../migrated-rows';
import { loadSqlite } from './load-sqlite';
import { keepToOneself, warningAbout } from './readable-by-others';
import { workRunner } from './run-work';

/** How long opening waits for another process's transaction. ms */
const OPENING_TIMEOUT = 5_000;
/** How long a transaction waits with the thread held; after that it is tried again later. ms */
const BUSY_TIMEOUT = 20;

/** Who else may read a store's file, and who hears if somebody can who may not. */
export interface FileAccess {
	isFolderShared: boolean;
	warn(message: string): void;
}

/** A check that throws if this version of the package may not write to the database. */
export function writerCheck(database: DatabaseSync): () => void {
	const minimum = database.prepare(MINIMUM_WRITER);
	return () => assertMayWrite((minimum.get() as { minimum_writer: number }).minimum_writer);
}

/** Brings the database to the newest version; a newer one stays as it is. Safe when several processes start at once. */
function migrate(database: DatabaseSync): void {
	database.exec('BEGIN IMMEDIATE');
	try {
		const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
			user_version: number;
		};
		if (saysWhoWrites(version)) writerCheck(database)();
		for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
		workRunner(database)(migrateRows(version, MIGRATIONS.length));
		if (version < MIGRATIONS.length) database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
		database.exec('COMMIT');
	} catch (error) {
		database.exec('ROLLBACK');
		throw error;
	}
}

/** What a store in memory begins with: migrated once in a process, as that takes longer than such a store often lives. */
let migratedMemory: Uint8Array | undefined;

/**
 * Makes the file's folder and an empty file, where they don't exist. Conversations are nobody else's business, so that
 * only the user of this process can read them, unless the folder is shared on purpose. SQLite gives the files beside it
 * the same rights.
 */
function createFile(file: string, isFolderShared: boolean): void {
	mkdirSync(dirname(file), { recursive: true, ...(!isFolderShared && { mode: 0o700 }) });
	if (!existsSync(file)) rmSync(markOf(file), { force: true });
	// Asked in this order: another process that makes the store at the same time writes the file first.
	const wasStore = existsSync(markOf(file));
	closeSync(openSync(file, 'a', isFolderShared ? undefined : 0o600));
	if (!wasStore || statSync(file).size > 0) return;
	throw new Error(
		`The file is empty, although a store was in it. Restore it from a backup. To begin a new store instead, delete ${markOf(file)}.`,
	);
}

/** The file that says that a store was made: a file system that loses the store's content can keep this. */
const markOf = (file: string) => `${file}-id`;

function leaveMark(file: string, id: string, isFolderShared: boolean): void {
	if (existsSync(markOf(file))) return;
	writeFileSync(markOf(file), `${id}\n`, isFolderShared ? {} : { mode: 0o600 });
}

/** @throws Error that names the file, and what is wrong with it. */
export async function openDatabase(
	file: string,
	{ isFolderShared, warn }: FileAccess,
	uuid: () => string,
): Promise<DatabaseSync> {
	const { DatabaseSync } = await loadSqlite();
	let database: DatabaseSync | undefined;
	try {
		if (file !== ':memory:') createFile(file, isFolderShared);
		database = new DatabaseSync(file);
		if (file === ':memory:' && migratedMemory) database.deserialize(migratedMemory);
		database.exec(
			`PRAGMA busy_timeout = ${OPENING_TIMEOUT}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON`,
		);
		migrate(database);
		// Node.js can do so since 24.16.
		if (file === ':memory:') migratedMemory ??= database.serialize?.();
		database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
		if (file !== ':memory:') {
			leaveMark(file, uuid(), isFolderShared);
			if (!isFolderShared) keepToOneself(file);
			const warning = isFolderShared ? undefined : warningAbout(file);
			if (warning !== undefined) warn(warning);
		}
		return database;
	} catch (error) {
		database?.close();
		throw new Error(`The store ${file} can't be opened: ${errorText(error)}`, { cause: error });
	}
}
