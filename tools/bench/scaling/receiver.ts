import type { Costs } from './costs';
import type { Database } from './database';
import { openGroups } from './groups';
import type { Part } from './part';
import type { VirtualTime } from './virtual-time';

/** The most deliveries in one transaction. */
const GROUP = 500;
/** The share of a receiver's work that it does in the transaction. Assumed */
export const IN_TRANSACTION = 1 / 3;

/**
 * Takes deliveries of one event into a database: what comes during a transaction shares the next one.
 */
export function openReceiver(
	time: VirtualTime,
	{ thread, database, costs }: { thread: Part; database: Database; costs: Costs },
) {
	const inTransaction = IN_TRANSACTION * costs.receiver;

	/** Asks Postgres one thing after the other. The thread is busy with other deliveries when an answer comes. */
	function ask(questions: number, ms: number, done: () => void): void {
		if (questions === 0) return done();
		thread.work(ms, () => time.after(costs.trip, () => ask(questions - 1, ms, done)));
	}

	let [groups, inGroups] = [0, 0];

	const commit = openGroups<() => void>(time, {
		most: GROUP,
		act(deliveries, done) {
			groups += 1;
			inGroups += deliveries.length;
			const onPostgres = costs.postgresCommit + deliveries.length * costs.postgresEvent;
			database.counter.hold((release) => {
				const end = () => {
					release();
					for (const answer of deliveries) answer();
					done();
				};
				ask(costs.trips, (inTransaction * deliveries.length) / costs.trips, () =>
					database.write(onPostgres, end),
				);
			});
		},
	});
	return {
		/** Takes one. Calls back when it's answered. */
		receive: (answered: () => void) => thread.work(costs.receiver - inTransaction, () => commit(answered)),
		/** How many share a transaction on average since it was last asked, of the most. */
		fullness(): number {
			const share = inGroups / Math.max(1, groups) / GROUP;
			[groups, inGroups] = [0, 0];
			return share;
		},
	};
}
