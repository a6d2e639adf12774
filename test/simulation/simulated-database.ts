import type { StateChanges } from '../../engine/state/register';
import type { Database } from '../../store/database';
import type { Faults } from './faults';
import type { SimulatedProcess } from './simulated-process';

/** The store doesn't answer. */
export class StoreAway extends Error {
	override readonly name = 'StoreAway';
}

export interface SimulatedDatabase extends Database {
	/** Runs something whose writes change the state in this way, so that it is known what was committed. */
	changing<Result>(changes: readonly StateChanges[], act: () => Result): Result;
}

export interface SimulatedDatabaseOptions {
	process: SimulatedProcess;
	/** The database that all processes share. */
	shared: Database;
	faults: Faults;
	/** Hears which changes of the state were committed. */
	onCommitted(changes: readonly StateChanges[]): Promise<void>;
}

/** A process's way to the shared database: every work is a step, around which things go wrong. */
export function simulateDatabase({
	process,
	shared,
	faults,
	onCommitted,
}: SimulatedDatabaseOptions): SimulatedDatabase {
	let changing: readonly StateChanges[] = [];

	function write<Result>(commit: () => Promise<Result>): Promise<Result> {
		const changes = changing;
		return new Promise((resolve, reject) => {
			process.after(faults.storeDelay(), 'commit', async () => {
				const mishap = faults.ofCommit();
				if (mishap === 'crash before') return process.crash();
				if (mishap === 'fails') return reject(new StoreAway('The connection was refused.'));
				const [done] = await Promise.allSettled([commit()]);
				if (done.status === 'fulfilled') await onCommitted(changes);
				if (mishap === 'crash after') return process.crash();
				process.after(faults.storeDelay(), 'committed', () => {
					if (mishap === 'answer lost') reject(new StoreAway('The connection was lost.'));
					else if (done.status === 'fulfilled') resolve(done.value);
					else reject(done.reason as Error);
				});
			});
		});
	}

	return {
		changing(changes, act) {
			changing = changes;
			try {
				return act();
			} finally {
				changing = [];
			}
		},
		read: (work) =>
			new Promise((resolve, reject) => {
				process.after(faults.storeDelay(), 'read', () => shared.read(work).then(resolve, reject));
			}),
		write: (work) => write(() => shared.write(work)),
		writeLearnable: (work) => write(() => shared.writeLearnable(work)),
		emptyLog: async () => {},
		close: async () => {},
	};
}
