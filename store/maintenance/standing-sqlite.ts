import type { DatabaseSync } from 'node:sqlite';
import { errorText } from '../../base';
import { MIGRATIONS, MINIMUM_WRITER, saysWhoWrites } from '../database';
import { columnsOf, expectedColumns, missingIn } from './expected-schema';
import type { StandingStore } from './standing-store';

/** How long reading waits for a process that is just writing. ms */
const BUSY_TIMEOUT = 10_000;

/** The most sentences about one file. */
const MOST = 100;

function minimumWriterOf(database: DatabaseSync): number | undefined {
	return (database.prepare(MINIMUM_WRITER).get() as { minimum_writer: number } | undefined)?.minimum_writer;
}

function bytesOf(database: DatabaseSync): number {
	const sql = 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size';
	return (database.prepare(sql).get() as { bytes: number }).bytes;
}

async function damageOf(database: DatabaseSync, version: number): Promise<string[]> {
	const rows = database.prepare(`PRAGMA integrity_check(${MOST})`).all() as Array<{
		integrity_check: string;
	}>;
	const broken = rows.map(({ integrity_check: says }) => says).filter((says) => says !== 'ok');
	if (broken.length > 0) return broken;
	// A newer version of the package may have changed anything.
	return version > MIGRATIONS.length ? [] : missingIn(columnsOf(database), await expectedColumns(version));
}

/** Does something with the store in a file, which others can use meanwhile. @throws Error if it isn't a database */
export async function withSqlite<Result>(
	file: string,
	act: (store: StandingStore) => Promise<Result>,
): Promise<Result> {
	const { DatabaseSync } = await import('node:sqlite');
	const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT });
	try {
		// The copy has it, too: else its free space would have rows in it that nobody could erase there.
		database.exec('PRAGMA secure_delete = ON');
		const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
			user_version: number;
		};
		const hasFormat = saysWhoWrites(version) && columnsOf(database).has('store_format');
		const minimumWriter = hasFormat ? minimumWriterOf(database) : undefined;
		return await act({
			version,
			...(minimumWriter !== undefined && { minimumWriter }),
			damage: () => damageOf(database, version),
			extent: async () => ({ bytes: bytesOf(database), unreadable: [] }),
			// One read transaction, however long it takes. SQLite's backup API would begin again after each write of others.
			copyTo: async (copy) => void database.prepare('VACUUM INTO ?').run(copy),
		});
	} catch (error) {
		throw isUnreadable(error)
			? new Error(`The store ${file} can't be read: ${errorText(error)}.`, { cause: error })
			: error;
	} finally {
		database.close();
	}
}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** Whether a file isn't a database, or is none any more. */
export function isUnreadable(error: unknown): boolean {
	const code = (error as { errcode?: number }).errcode;
	return code !== undefined && [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff);
}
