import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The rights of the group and of all others: to read a file, and to pass a folder. */
const OTHERS = [
	{ read: 0o040, pass: 0o010 },
	{ read: 0o004, pass: 0o001 },
];

/** The right to write, of the group: it shares the store on purpose. */
const GROUP_WRITES = 0o020;
const OF_GROUP = 0o070;
const OF_OTHERS = 0o007;

/**
 * Takes the rights to a store's files from others: an old version made them with the rights of any file. A group keeps
 * them if it can write.
 */
export function keepToOneself(file: string): void {
	if (process.platform === 'win32') return;
	for (const one of [file, `${file}-wal`, `${file}-shm`, `${file}-id`]) {
		const found = statSync(one, { throwIfNoEntry: false });
		if (!found || found.uid !== process.getuid?.()) continue;
		const taken = (found.mode & GROUP_WRITES) === 0 ? OF_GROUP | OF_OTHERS : OF_OTHERS;
		if ((found.mode & taken) !== 0) chmodSync(one, found.mode & 0o777 & ~taken);
	}
}

/** What to tell if other users of this machine can read a file; `undefined` if they can't. */
export function warningAbout(file: string): string | undefined {
	// Windows has rights of another kind.
	if (process.platform === 'win32') return undefined;
	const [rights, way] = [statSync(file).mode, statSync(dirname(file)).mode];
	if (!OTHERS.some(({ read, pass }) => (rights & read) !== 0 && (way & pass) !== 0)) return undefined;
	return `Other users of this machine can read the store ${file}, which contains phone numbers and messages. Run chmod 600 on it and on the files beside it with the same name (-wal, -shm). If the folder is shared on purpose, set BUSINESS_MESSAGING_SHARED_FOLDER=true, or isFolderShared in code.`;
}
