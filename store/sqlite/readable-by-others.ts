import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The rights of the group and of all others: to read a file, and to pass a folder. */
const OTHERS = [
	{ read: 0o040, pass: 0o010 },
	{ read: 0o004, pass: 0o001 },
];

/** What to tell if other users of this machine can read a file; `undefined` if they can't. */
export function warningAbout(file: string): string | undefined {
	// Windows has rights of another kind.
	if (process.platform === 'win32') return undefined;
	const [rights, way] = [statSync(file).mode, statSync(dirname(file)).mode];
	if (!OTHERS.some(({ read, pass }) => (rights & read) !== 0 && (way & pass) !== 0)) return undefined;
	return `Other users of this machine can read the store ${file}, which contains phone numbers and messages. Run chmod 600 on it and on the files beside it with the same name (-wal, -shm). If the folder is shared on purpose, set BUSINESS_MESSAGING_SHARED_FOLDER=true, or isFolderShared in code.`;
}
