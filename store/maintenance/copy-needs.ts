import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { MINUTE } from '../../base';

/** What a copy of a store needs before it's made. */
export interface CopyNeeds {
	/** The folder that it's made in. */
	folder: string;
	/** How large it can become, and how much room the folder has. */
	bytes: number;
	free: number;
	/** About how long copying and checking take. ms */
	takes: number;
}

/** How fast a store is copied and checked on two cores, on a slow disk. Bytes a millisecond */
const SPEED = 5_000;
/** A copy that is brought to the newest version and looked into needs more room than the store. */
const ROOM = 1.3;

const MEGABYTE = 1_024 * 1_024;
const inMegabytes = (bytes: number) => `${Math.ceil(bytes / MEGABYTE).toLocaleString('en-US')} MB`;

/** A sentence for people: what making a copy takes. */
export function needsSentence({ folder, bytes, free, takes }: CopyNeeds): string {
	const minutes = Math.ceil(takes / MINUTE);
	return `This makes a copy of up to ${inMegabytes(bytes)} in ${folder}, where ${inMegabytes(free)} are free, and takes about ${minutes === 1 ? 'a minute or less' : `${minutes} minutes`}.`;
}

/**
 * What a copy of so many bytes needs in a folder.
 * @param unreadable the tables that the user may not read
 * @throws Error that names everything that is missing: room, and rights
 */
export async function needsOfCopy(
	folder: string,
	storeBytes: number,
	unreadable: readonly string[] = [],
): Promise<CopyNeeds> {
	const { bavail, bsize } = await statfs(folder);
	const needs: CopyNeeds = {
		folder,
		bytes: Math.ceil(storeBytes * ROOM),
		free: bavail * bsize,
		takes: storeBytes / SPEED,
	};
	const isWritable = await access(folder, constants.W_OK).then(
		() => true,
		() => false,
	);
	const problems = [
		!isWritable && `This user can't write to ${folder}. Set TMPDIR to another folder.`,
		needs.free < needs.bytes &&
			`The copy can take ${inMegabytes(needs.bytes)}, and ${folder} has ${inMegabytes(needs.free)} free. Make room, or set TMPDIR to a folder on another disk.`,
		unreadable.length > 0 &&
			`This user of the database can't read ${unreadable.join(', ')}. Grant SELECT on all tables of the schema.`,
	].filter((problem): problem is string => problem !== false);
	if (problems.length > 0) throw new Error(`The store can't be checked. ${problems.join(' ')}`);
	return needs;
}
