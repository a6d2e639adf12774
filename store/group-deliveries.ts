import type { Database } from './database';
import type { CommittedEvent } from '../engine/store/store';
import type { Delivery } from './tables/events';
import { commitDeliveries } from './tables/events';

/** Deliveries in one transaction at most. */
const GROUP = 500;

/** Whether an error is about what was to be written, and not about the database: SQLSTATE 22 and 23, or a wrong type. */
const isOfData = (error: unknown) =>
	error instanceof TypeError || /^2[23]/.test(String((error as { code?: unknown }).code));

interface Waiting {
	delivery: Delivery;
	resolve(committed: CommittedEvent[]): void;
	reject(error: unknown): void;
}

/**
 * Commits deliveries in groups: those that come while a transaction is under way share the next one. No delivery
 * waits for others to come, and one that cannot be committed fails on its own.
 */
export function groupDeliveries(database: Database): (delivery: Delivery) => Promise<CommittedEvent[]> {
	const waiting: Waiting[] = [];
	let busy = false;

	async function commit(group: Waiting[]): Promise<void> {
		try {
			const committed = await database.write(() => commitDeliveries(group.map(({ delivery }) => delivery)));
			group.forEach(({ resolve }, index) => resolve(committed[index]!));
		} catch (error) {
			if (isOfData(error) && group.length > 1) {
				for (const one of group) await commit([one]);
				return;
			}
			// A database that has trouble has it for those too that came meanwhile: the gateway sends all of them again.
			const failed = isOfData(error) ? group : [...group, ...waiting.splice(0)];
			for (const { reject } of failed) reject(error);
		}
	}

	async function work(): Promise<void> {
		busy = true;
		// What is read in this turn of the event loop comes along.
		await new Promise((resolve) => setImmediate(resolve));
		while (waiting.length > 0) await commit(waiting.splice(0, GROUP));
		busy = false;
	}

	return (delivery) =>
		new Promise((resolve, reject) => {
			waiting.push({ delivery, resolve, reject });
			if (!busy) void work();
		});
}
