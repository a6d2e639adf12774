import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Runtime } from '../../base';
import { errorText, systemRuntime } from '../../base';
import type { StoreAddress } from '../store-address';
import { columnsOf } from './expected-schema';
import type { OnStep } from './on-step';
import { withSqlite } from './standing-sqlite';
import { withStandingStore } from './with-standing-store';

/** A backup that was made. */
export interface Backup {
	/** Everything that was committed by then is in it. Epoch ms */
	madeAt: number;
	/** The version of its schema. */
	version: number;
	rows: number;
	/** Its size. Bytes */
	bytes: number;
}

/** When a backup was made. Only backups have this table. */
export const INFO = 'backup_info';

async function note(file: string, madeAt: number): Promise<number> {
	const { DatabaseSync } = await import('node:sqlite');
	const copy = new DatabaseSync(file);
	try {
		let rows = 0;
		for (const table of columnsOf(copy).keys()) {
			const { count } = copy.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number };
			rows += count;
		}
		// This commit waits for the disk, and so for all that was written before.
		copy.exec(
			`PRAGMA synchronous = FULL; BEGIN; DROP TABLE IF EXISTS ${INFO}; CREATE TABLE ${INFO} (made_at INTEGER NOT NULL)`,
		);
		copy.prepare(`INSERT INTO ${INFO} (made_at) VALUES (?)`).run(madeAt);
		copy.exec('COMMIT');
		return rows;
	} finally {
		copy.close();
	}
}

/** Makes a file that only this user can read, while it is not yet what it is going to be. */
function claim(file: string): void {
	if (existsSync(file)) throw new Error(`The file ${file} exists. Choose another name, or delete it.`);
	try {
		closeSync(openSync(file, 'wx', 0o600));
	} catch (error) {
		throw new Error(
			`The backup can't be written: ${errorText(error)}. Check that its folder exists, and that you can write to it.`,
			{ cause: error },
		);
	}
}

/**
 * Writes a backup of a store as of one moment, while others go on using it. It is a SQLite file with the store's tables,
 * whichever database the store is on, so that it can be restored to either. It appears under its name when it is whole.
 * @throws Error if the store doesn't exist or is damaged, or if the file exists or can't be written
 */
export function backUpStore(
	address: StoreAddress,
	file: string,
	runtime: Runtime = systemRuntime,
	onStep: OnStep = () => {},
): Promise<Backup> {
	return withStandingStore(address, async (store) => {
		if (store.version === 0) throw new Error("There is no store in it, so there's nothing to back up.");
		if (existsSync(file)) throw new Error(`The file ${file} exists. Choose another name, or delete it.`);
		const madeAt = runtime.now();
		const part = `${file}.part`;
		claim(part);
		try {
			onStep('Copying the store', 0);
			await store.copyTo(part, (share) => onStep('Copying the store', 0.8 * share));
			onStep('Checking the copy', 0.8);
			const rows = await note(part, madeAt);
			const damage = await withSqlite(part, (copy) => copy.damage());
			if (damage.length > 0) {
				throw new Error(
					`The store is damaged, so that the backup is too: ${damage.join(' ')} Run business-messaging store check.`,
				);
			}
			chmodSync(part, 0o600);
			renameSync(part, file);
			return { madeAt, version: store.version, rows, bytes: statSync(file).size };
		} catch (error) {
			rmSync(part, { force: true });
			throw error;
		}
	});
}
