import type { JournalDisk, JournalFile } from '../../store/calls/journal-disk';
import type { Random } from '../support/seeded-random';
import type { SimulatedProcess } from './simulated-process';

/** The files of a machine. */
export interface SimulatedDisk {
	/** A process's way to it. What a process that has crashed writes doesn't arrive. */
	of(process: SimulatedProcess): JournalDisk;
	/** Something happens to the files that their writers don't know of. */
	damage(): void;
	/** Whether that has happened. */
	readonly isDamaged: boolean;
}

interface SimulatedFile {
	identity: string;
	bytes: Buffer;
}

/** How often a process ends in the middle of what it notes. */
const CRASHES = 0.0005;

/** A disk of one machine, whose files outlive its processes. */
export function simulateDisk(random: Random, areFaultsOn: () => boolean): SimulatedDisk {
	const files = new Map<string, SimulatedFile>();
	const copies = new Map<string, Buffer>();
	let made = 0;
	let isDamaged = false;

	function fileFor(process: SimulatedProcess, file: SimulatedFile): JournalFile {
		return {
			identity: file.identity,
			size: () => file.bytes.length,
			write(bytes, at) {
				if (process.isAlive && areFaultsOn() && random.chance(CRASHES)) process.crash();
				if (!process.isAlive) return;
				const grown = Buffer.alloc(Math.max(file.bytes.length, at + bytes.length));
				file.bytes.copy(grown);
				grown.set(bytes, at);
				file.bytes = grown;
			},
			read: (at, length) => Buffer.from(file.bytes.subarray(at, at + length)),
			close() {},
		};
	}

	/** Replaces a file by another one with these bytes. */
	function replace(name: string, bytes: Buffer): void {
		made += 1;
		files.set(name, { identity: `file ${made}`, bytes });
	}

	const damages: ReadonlyArray<(name: string, file: SimulatedFile) => void> = [
		(name) => void files.delete(name),
		(_, file) => void (file.bytes = file.bytes.subarray(0, Math.floor(random.upTo(file.bytes.length)))),
		(name, file) => replace(name, copies.get(name) ?? file.bytes),
		(_, file) => replace(random.pick([...files.keys()]), Buffer.from(file.bytes)),
	];

	return {
		of: (process) => ({
			boot: 'this start of the machine',
			create(name) {
				if (process.isAlive) replace(name, Buffer.alloc(0));
				return fileFor(process, files.get(name) ?? { identity: 'nowhere', bytes: Buffer.alloc(0) });
			},
			open(name) {
				const file = files.get(name);
				return file && fileFor(process, file);
			},
			list: () => [...files.keys()],
			writtenAt: () => process.runtime.now(),
			remove: (name) => void (process.isAlive && files.delete(name)),
		}),
		damage() {
			for (const [name, file] of files) {
				const happens = random.next();
				if (happens < 0.5) copies.set(name, Buffer.from(file.bytes));
				if (happens < 0.75) continue;
				isDamaged = true;
				random.pick(damages)(name, file);
			}
		},
		get isDamaged() {
			return isDamaged;
		},
	};
}
