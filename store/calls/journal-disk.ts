import {
	closeSync,
	fstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	statSync,
	unlinkSync,
	writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A file of a journal. What is written can be read at once by every process of the machine. */
export interface JournalFile {
	/** Tells it from any other file that exists, copies of it among them. */
	identity: string;
	size(): number;
	/** @throws Error if not everything is written */
	write(bytes: Uint8Array, at: number): void;
	/** As many bytes as there are, up to so many. */
	read(at: number, length: number): Buffer;
	close(): void;
}

/** Where journals are. */
export interface JournalDisk {
	/** Tells each start of the machine from any other: what was written before may be lost in part. */
	boot: string;
	/** @throws Error if there is a file of this name, or none can be made */
	create(name: string): JournalFile;
	/** A file to read and to write; nothing if there is none, or it may not be written to. */
	open(name: string): JournalFile | undefined;
	list(): string[];
	/** When a file was written to last. Epoch ms */
	writtenAt(name: string): number;
	remove(name: string): void;
}

/** Only Linux names each start of the machine. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

function readBoot(bootFile: string): string | undefined {
	try {
		return readFileSync(bootFile, 'utf8').trim() || undefined;
	} catch {
		return undefined;
	}
}

function openedAs(opened: number): JournalFile {
	const { dev, ino } = fstatSync(opened, { bigint: true });
	return {
		identity: `${dev}:${ino}`,
		size: () => fstatSync(opened).size,
		write(bytes, at) {
			const written = writeSync(opened, bytes, 0, bytes.length, at);
			if (written < bytes.length) throw new Error(`Only ${written} of ${bytes.length} bytes were written.`);
		},
		read(at, length) {
			const bytes = Buffer.alloc(length);
			return bytes.subarray(0, readSync(opened, bytes, 0, length, at));
		},
		close: () => closeSync(opened),
	};
}

/**
 * A folder of this machine, made where it doesn't exist; nothing on systems that don't tell when the machine started.
 * @param isShared whether other users of the machine read and write there too
 */
export function openJournalFolder(
	folder: string,
	isShared: boolean,
	bootFile = BOOT_ID,
): JournalDisk | undefined {
	const boot = readBoot(bootFile);
	if (boot === undefined) return undefined;
	return {
		boot,
		create(name) {
			mkdirSync(folder, { recursive: true, ...(!isShared && { mode: 0o700 }) });
			return openedAs(openSync(join(folder, name), 'wx+', isShared ? undefined : 0o600));
		},
		open(name) {
			try {
				return openedAs(openSync(join(folder, name), 'r+'));
			} catch {
				return undefined;
			}
		},
		list() {
			try {
				return readdirSync(folder);
			} catch {
				return [];
			}
		},
		writtenAt: (name) => statSync(join(folder, name)).mtimeMs,
		remove: (name) => unlinkSync(join(folder, name)),
	};
}
