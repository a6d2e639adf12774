import fs from 'node:fs';
import { dirname } from 'node:path';
import { errorText } from '../../base';

/** The write-ahead log of a database file, as far as the disk has it. */
export interface LogOnDisk {
	/**
	 * Waits until the disk has everything that was committed before, without holding the thread.
	 * @throws Error if the disk doesn't confirm it: from then on, nobody knows what it has
	 */
	reach(): Promise<void>;
	/** @throws the error of a wait that failed before */
	assertReached(): void;
	close(): void;
}

/**
 * The disk needs the folder's entry of a file too. Windows and some mounted file systems can't do this for folders; like
 * SQLite itself, the store works on them all the same.
 */
function syncFolder(folder: string): void {
	try {
		const opened = fs.openSync(folder, 'r');
		try {
			fs.fsyncSync(opened);
		} finally {
			fs.closeSync(opened);
		}
	} catch {
		// The file's content is synced with each commit.
	}
}

const synced = (opened: number) =>
	new Promise<void>((resolve, reject) => {
		fs.fdatasync(opened, (error) => (error ? reject(error) : resolve()));
	});

/** Opens the log beside the file; it exists for as long as a database is open on it. */
export function openLog(file: string): LogOnDisk {
	const log = fs.openSync(`${file}-wal`, 'r+');
	syncFolder(dirname(file));
	let failure: Error | undefined;
	return {
		assertReached() {
			if (failure) throw failure;
		},
		async reach() {
			try {
				await synced(log);
			} catch (error) {
				const message = `The disk doesn't confirm what is written to ${file}: ${errorText(error)}. Check the disk, and restart this process.`;
				failure = new Error(message, { cause: error });
				throw failure;
			}
		},
		close: () => fs.closeSync(log),
	};
}
