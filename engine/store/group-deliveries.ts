import type { Database } from './database';
import type { CommittedEvent } from './store';
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

	async function commitOne({ delivery, resolve, reject }: Waiting): Promise<void> {
		await database
			.write(() => commitDeliveries([delivery]))
			.then(([committed]) => resolve(committed!), reject);
	}

	async function commitGroup(group: Waiting[]): Promise<void> {
		try {
			const committed = await database.write(() => commitDeliveries(group.map(({ delivery }) => delivery)));
			group.forEach(({ resolve }, index) => resolve(committed[index]!));
		} catch (error) {
			if (!isOfData(error)) return group.forEach(({ reject }) => reject(error));
			for (const one of group) await commitOne(one);
		}
	}

	async function work(): Promise<void> {
		busy = true;
		// What is read in this turn of the event loop comes along.
		await new Promise((resolve) => setImmediate(resolve));
		while (waiting.length > 0) {
			const group = waiting.splice(0, GROUP);
			await (group.length === 1 ? commitOne(group[0]!) : commitGroup(group));
		}
		busy = false;
	}

	return (delivery) =>
		new Promise((resolve, reject) => {
			waiting.push({ delivery, resolve, reject });
			if (!busy) void work();
		});
}
