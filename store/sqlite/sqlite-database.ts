import type { Runtime } from '../../base';
import { sleep } from '../../base';
import type { Database } from '../database';
import { openClock } from '../clock';
import type { Work } from '../work';
import { CLOCK } from '../work';
import { watchFiles } from './file-watch';
import { openLog } from './log-on-disk';
import type { FileAccess } from './open-database';
import { openDatabase, writerCheck } from './open-database';
import { realFile } from './real-file';
import { workRunner } from './run-work';

/** How long a write waits for other processes before it fails. ms */
const WRITE_TIMEOUT = 5_000;
/** How long to leave the thread alone while another process writes. ms */
const BUSY_PAUSE = 10;
/** The most works in one transaction, so that nothing else in the process waits long. */
const GROUP = 500;

/** How often emptying the log is tried while others use it. */
const EMPTYING_TRIES = 50;

interface Waiting {
	/** Runs the work and returns what to do once it's committed. Throws if the work itself failed. */
	run(): () => void;
	reject(error: unknown): void;
	/** Of the monotonic clock. ms */
	since: number;
	/** Whether it survives a power failure: then it ends only when the disk has its commit. */
	durable: boolean;
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY;

/**
 * The embedded database: one SQLite file, or memory with `:memory:`. WAL: what was committed survives the end of the
 * process, and once the disk has the log, a power failure. SQLite would wait for the disk with the thread held
 * (`synchronous = FULL`); here the thread is free meanwhile. Whoever reads a commit before that and acts on it writes
 * first, and that write reaches the disk after it.
 *
 * The works that come in one turn of the event loop, or while the disk writes, share a commit. Each of them succeeds or
 * fails on its own.
 */
export async function openSqliteDatabase(
	name: string,
	runtime: Runtime,
	access: FileAccess,
): Promise<Database> {
	const file = name === ':memory:' ? name : realFile(name);
	const database = await openDatabase(file, access, runtime.uuid);
	const assertFiles = file === ':memory:' ? () => {} : watchFiles(file);
	const log = file === ':memory:' ? undefined : openLog(file);
	const clock = openClock(runtime);
	database.function(CLOCK.replace('()', ''), () => BigInt(clock()));
	const assertWriter = writerCheck(database);
	const runWork = workRunner(database);
	const emptying = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
	const waiting: Waiting[] = [];
	let flushing: Promise<void> | undefined;

	/** Begins a transaction as soon as no other process has one open. */
	async function begin(since: number): Promise<void> {
		for (;;) {
			try {
				return database.exec('BEGIN IMMEDIATE');
			} catch (error) {
				if (!isBusy(error) || runtime.monotonic() - since > WRITE_TIMEOUT) throw error;
				await sleep(runtime, BUSY_PAUSE);
			}
		}
	}

	/** Runs one work of several. If it fails, undoes it and leaves the others as they are. */
	function runOnItsOwn({ run, reject }: Waiting): () => void {
		database.exec('SAVEPOINT work');
		try {
			const committed = run();
			database.exec('RELEASE work');
			return committed;
		} catch (error) {
			// A full disk ends the whole transaction: then there is nothing to go back to.
			if (!database.isTransaction) throw error;
			database.exec('ROLLBACK TO work; RELEASE work');
			return () => reject(error);
		}
	}

	async function commitTogether(group: Waiting[]): Promise<void> {
		try {
			assertFiles();
			log?.assertReached();
			await begin(group[0]!.since);
			assertWriter();
			const ends = group.length === 1 ? [group[0]!.run()] : group.map(runOnItsOwn);
			database.exec('COMMIT');
			if (group.some(({ durable }) => durable)) await log?.reach();
			assertFiles();
			for (const end of ends) end();
		} catch (error) {
			if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
			for (const { reject } of group) reject(error);
		}
	}

	async function flush(): Promise<void> {
		do {
			// What is read in this turn of the event loop comes along, and timers that are due go first.
			await runtime.turn();
			await commitTogether(waiting.splice(0, GROUP));
		} while (waiting.length > 0);
		flushing = undefined;
	}

	function write<Result>(work: () => Work<Result>, durable: boolean): Promise<Result> {
		return new Promise<Result>((resolve, reject) => {
			const run = () => {
				const result = runWork(work());
				return () => resolve(result);
			};
			waiting.push({ run, reject, since: runtime.monotonic(), durable });
			flushing ??= flush();
		});
	}

	/** Others may read an older state from the log just then: the next time empties it. */
	async function emptyLog(): Promise<void> {
		for (let tries = 0; tries < EMPTYING_TRIES; tries += 1) {
			await flushing;
			if (!database.isOpen) return;
			const [result] = emptying.all() as Array<{ busy: number }>;
			if (result?.busy === 0) return;
			await sleep(runtime, BUSY_PAUSE);
		}
	}

	return {
		async read<Result>(work: () => Work<Result>) {
			assertFiles();
			return runWork(work());
		},
		write: (work) => write(work, true),
		writeLearnable: (work) => write(work, false),
		emptyLog,
		async close() {
			await flushing;
			if (!database.isOpen) return;
			database.close();
			log?.close();
		},
	};
}
