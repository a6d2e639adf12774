import { asUnknown } from '../engine';
import type { CommittedEvent, EventCommit } from '../engine/store/store';
import type { Database } from './database';
import type { Delivery } from './tables/events';
import { commitDeliveries } from './tables/events';
import type { KnownPrices } from './tables/known-prices';
import { noPricesKnown } from './tables/known-prices';

/** The most deliveries in one transaction. */
const GROUP = 500;

/**
 * Whether the database refuses what was to be written, whoever asks it: an SQLSTATE of class 22 (data), 23
 * (constraints), or 54 (limits, such as the size of an index row).
 */
const refusesData = (error: unknown) => /^(2[23]|54)/.test(String((error as { code?: unknown }).code));

/** Whether an error is about what was to be written, and not about the database. */
const isOfData = (error: unknown) => error instanceof TypeError || refusesData(error);

/** Keeps an event whose data can't be stored: under an id of its content, and without what it changes. */
async function commitAsUnknown(
	database: Database,
	known: KnownPrices,
	delivery: Delivery,
	{ event }: EventCommit,
): Promise<CommittedEvent> {
	const commits = [{ event: asUnknown(event), changes: {} }];
	const [[committed]] = (await database.write(() =>
		commitDeliveries([{ ...delivery, commits, start: undefined }], known),
	)) as [[CommittedEvent]];
	return { ...committed, unstorable: true };
}

/** Commits the events of one delivery, each in a transaction of its own. */
async function commitEachEvent(
	database: Database,
	known: KnownPrices,
	delivery: Delivery,
): Promise<CommittedEvent[]> {
	const committed: CommittedEvent[] = [];
	for (const commit of delivery.commits) {
		// With the first that is new, the delivery is queued.
		const forward = committed.some(({ fresh }) => fresh) ? undefined : delivery.forward;
		const alone = { ...delivery, forward };
		try {
			const [[one]] = (await database.write(() =>
				commitDeliveries([{ ...alone, commits: [commit] }], known),
			)) as [[CommittedEvent]];
			committed.push(one);
		} catch (error) {
			if (!refusesData(error)) throw error;
			committed.push(await commitAsUnknown(database, known, alone, commit));
		}
	}
	return committed;
}

interface Waiting {
	delivery: Delivery;
	resolve(committed: CommittedEvent[]): void;
	reject(error: unknown): void;
}

/**
 * Commits deliveries in groups: those that come before a transaction has begun share it, those that come later share
 * the next one. No delivery waits for others to come. One whose data the database refuses takes none of the others
 * down: its events are committed one by one, and those that are refused are kept as `unknown`.
 */
export function groupDeliveries(database: Database): (delivery: Delivery) => Promise<CommittedEvent[]> {
	const waiting: Waiting[] = [];
	const known = noPricesKnown();
	let busy = false;

	/** Commits the deliveries that `take` returns when the transaction has begun. */
	async function commit(take: () => Waiting[]): Promise<void> {
		let group: Waiting[] | undefined;
		try {
			const committed = await database.write(() => {
				// A database may try a work again: then it is the same one.
				group ??= take();
				return commitDeliveries(
					group.map(({ delivery }) => delivery),
					known,
				);
			});
			group!.forEach(({ resolve }, index) => resolve(committed[index]!));
		} catch (error) {
			if (group && isOfData(error)) return commitOneByOne(group, error);
			// A database in trouble can't take what came meanwhile either. The gateway sends all of them again.
			for (const { reject } of [...(group ?? []), ...waiting.splice(0)]) reject(error);
		}
	}

	async function commitOneByOne(group: Waiting[], error: unknown): Promise<void> {
		if (group.length > 1) {
			for (const one of group) await commit(() => [one]);
			return;
		}
		const [{ delivery, resolve, reject }] = group as [Waiting];
		if (!refusesData(error)) return reject(error);
		await commitEachEvent(database, known, delivery).then(resolve, reject);
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
