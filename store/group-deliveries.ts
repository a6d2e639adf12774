import type { CommittedEvent } from '../engine/store/store';
import type { Database } from './database';
import type { Delivery } from './tables/events';
import { commitDeliveries } from './tables/events';

/** The most deliveries in one transaction. */
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
 * Commits deliveries in groups: those that come before a transaction has begun share it, those that come later share
 * the next one. No delivery waits for others to come, and one that can't be committed fails on its own.
 */
export function groupDeliveries(database: Database): (delivery: Delivery) => Promise<CommittedEvent[]> {
	const waiting: Waiting[] = [];
	let busy = false;

	/** Commits the deliveries that `take` returns when the transaction has begun. */
	async function commit(take: () => Waiting[]): Promise<void> {
		let group: Waiting[] | undefined;
		try {
			const committed = await database.write(() => {
				// A database may try a work again: then it is the same one.
				group ??= take();
				return commitDeliveries(group.map(({ delivery }) => delivery));
			});
			group!.forEach(({ resolve }, index) => resolve(committed[index]!));
		} catch (error) {
			if (group && isOfData(error)) return commitOneByOne(group, error);
			// A database in trouble can't take what came meanwhile either. The gateway sends all of them again.
			for (const { reject } of [...(group ?? []), ...waiting.splice(0)]) reject(error);
		}
	}

	async function commitOneByOne(group: Waiting[], error: unknown): Promise<void> {
		if (group.length === 1) return group[0]!.reject(error);
		for (const one of group) await commit(() => [one]);
	}

	async function commitWaiting(): Promise<void> {
		busy = true;
		while (waiting.length > 0) await commit(() => waiting.splice(0, GROUP));
		busy = false;
	}

	return (delivery) =>
		new Promise((resolve, reject) => {
			waiting.push({ delivery, resolve, reject });
			if (!busy) void commitWaiting();
		});
}
