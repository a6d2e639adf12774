import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** As many links as Linux follows. */
const MOST_LINKS = 40;

/** Whether a name is a link. One that can't be looked at isn't: opening it says what is wrong with it. */
function isLink(name: string): boolean {
	try {
		return lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink() === true;
	} catch {
		return false;
	}
}

/**
 * The file that a name leads to, which may be a link, also to a file that isn't there. SQLite keeps its log beside that
 * file, and not beside the link.
 */
export function realFile(name: string): string {
	let file = name;
	for (let links = 0; links < MOST_LINKS; links += 1) {
		if (!isLink(file)) return file;
		file = resolve(dirname(file), readlinkSync(file));
	}
	return name;
}
