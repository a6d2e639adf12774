import type { Costs } from './costs';
import { openGroups } from './groups';
import type { Part } from './part';
import { openPart } from './part';
import type { VirtualTime } from './virtual-time';

/** A store of some numbers: a schema of Postgres, on cores that others may share. */
export interface Database {
	/** The row that numbers the events: a transaction that takes events in holds it from its start to its end. */
	counter: Part;
	/** Writes something with so much processor time. Calls back when it's on the disk. */
	write(ms: number, done: () => void): void;
}

/** All transactions of a disk share its flushes: who commits during one waits for the next. */
export function openDatabase(time: VirtualTime, cores: Part, { flush }: Costs): Database {
	const commit = openGroups<() => void>(time, {
		most: Infinity,
		act(waiting, done) {
			time.after(flush, () => {
				for (const act of waiting) act();
				done();
			});
		},
	});
	return {
		counter: openPart(time, 1),
		write: (ms, done) => cores.work(ms, () => commit(done)),
	};
}
