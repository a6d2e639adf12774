import type { DatabaseSync } from 'node:sqlite';
import type { Runtime } from '../../base';
import { errorText } from '../../base';
import { openClock } from '../clock';
import type { Database } from '../database';
import { assertReadable } from '../database';
import type { Work } from '../work';
import { CLOCK } from '../work';
import { watchFiles } from './file-watch';
import { loadSqlite } from './load-sqlite';
import { realFile } from './real-file';
import { workRunner } from './run-work';

/** How long reading waits for a process that is just writing. ms */
const BUSY_TIMEOUT = 5_000;

async function openFile(file: string): Promise<DatabaseSync> {
	if (file === ':memory:') throw new Error('A store in memory is empty: there is nothing to read');
	const { DatabaseSync } = await loadSqlite();
	const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT });
	try {
		const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
			user_version: number;
		};
		assertReadable(version);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

/**
 * The embedded database for somebody who only reads. Others write to it meanwhile: WAL lets both go on. SQLite refuses
 * everything that is written.
 * @throws Error that names the file, and what is wrong with it
 */
export async function openSqliteForReading(name: string, runtime: Runtime): Promise<Database> {
	const file = realFile(name);
	const database = await openFile(file).catch((error: unknown) => {
		throw new Error(`The store ${file} can't be opened for reading: ${errorText(error)}`, { cause: error });
	});
	const assertFiles = watchFiles(file);
	const clock = openClock(runtime);
	database.function(CLOCK.replace('()', ''), () => BigInt(clock()));
	const runWork = workRunner(database);
	const run = async <Result>(work: () => Work<Result>) => {
		assertFiles();
		return runWork(work());
	};
	return {
		read: run,
		write: run,
		writeLearnable: run,
		emptyLog: async () => {},
		async close() {
			if (database.isOpen) database.close();
		},
	};
}
