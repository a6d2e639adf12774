import type { Batch, BatchEnd, Gathering, Subscription } from '../../engine/store/store';
import { reads, writes } from '../methods';
import type { Work } from '../work';
import { each, lock, one, run } from '../work';
import { endBatchOfBursts, gather, isOfBursts, renewBursts } from './bursts';
import { endReplay, isReplay, keepDeadLetters, renewReplay } from './dead-letters';
import { LEASE, leaseOf } from './lease';

/** Where a partition of a subscription stands. */
export interface CursorRow {
	subscription: string;
	number: number;
	seq: number;
	out_to: number;
	attempt: number;
	failures: number;
	batch_limit: number | null;
	leased_until: number;
}

export interface SubscriptionRow {
	id: string;
	kinds: string;
	channels: string;
	partitions: number;
	active: number;
}

/** Batches that became smaller after a failure grow again up to this. */
const LARGEST_BATCH = 1_000;

const SUBSCRIBE = `
	INSERT INTO subscription (id, name, kinds, channels, partitions, active, seen_at) VALUES (?, ?, ?, ?, ?, 1, ?)
	ON CONFLICT (id) DO UPDATE SET
		name = excluded.name, kinds = excluded.kinds, channels = excluded.channels,
		active = 1, seen_at = excluded.seen_at`;

const KEEP_PLACE = `
	INSERT INTO partition_cursor (subscription, number, seq, out_to) VALUES (?, ?, ?, ?)
	ON CONFLICT (subscription, number) DO NOTHING`;

const END = `
	UPDATE partition_cursor SET seq = ?, out_to = ?, failures = ?, batch_limit = ?, token = NULL, leased_until = 0
	WHERE subscription = ? AND number = ? AND token = ?`;

/** The number of the newest event that is committed. */
export function* newestSeq(): Work<number> {
	return (yield* one<{ value: number }>("SELECT value FROM counter WHERE name = 'inbox'"))!.value;
}

/** Where a subscription begins if it asks for a time: before the first event since then. */
function* seqBefore(time: number): Work<number> {
	const first = yield* one<{ seq: number | null }>(
		'SELECT min(seq) AS seq FROM inbox WHERE received_at >= ?',
		time,
	);
	return first?.seq == null ? yield* newestSeq() : first.seq - 1;
}

function* subscribe(subscription: Subscription, now: number): Work<void> {
	const { id, name = '', kinds = [], channels = [], partitions, from, firstFrom = 'now' } = subscription;
	yield* lock(`subscription:${id}`);
	const known = yield* one<SubscriptionRow>('SELECT * FROM subscription WHERE id = ?', id);
	yield* run(SUBSCRIBE, id, name, JSON.stringify(kinds), JSON.stringify(channels), partitions, now);
	if (from !== 'where-it-stood') yield* run('DELETE FROM partition_cursor WHERE subscription = ?', id);
	const begin = from === 'where-it-stood' ? firstFrom : from;
	const place = begin === 'now' ? yield* newestSeq() : yield* seqBefore(begin);
	const numbers = Array.from({ length: known?.partitions ?? partitions }, (_, number) => number);
	yield* each(
		KEEP_PLACE,
		numbers.map((number) => [id, number, place, place]),
	);
}

/** The numbers that a subscription reads: none for all. */
function* channelsOfSubscription(id: string): Work<string[] | undefined> {
	const row = yield* one<Pick<SubscriptionRow, 'channels'>>(
		'SELECT channels FROM subscription WHERE id = ?',
		id,
	);
	return row && (JSON.parse(row.channels) as string[]);
}

function* unsubscribe(id: string): Work<void> {
	yield* run('UPDATE subscription SET active = 0 WHERE id = ?', id);
}

function* renew(batch: Batch, leaseMs: number, now: number): Work<boolean> {
	const { subscription, partition, token } = batch;
	yield* run('UPDATE subscription SET seen_at = ? WHERE id = ?', now, subscription);
	if (isReplay(batch)) return yield* renewReplay(batch, leaseMs);
	if (isOfBursts(batch)) return yield* renewBursts(batch, leaseMs);
	const renewed = yield* run(
		`UPDATE partition_cursor SET ${LEASE} WHERE subscription = ? AND number = ? AND token = ?`,
		...leaseOf(leaseMs),
		subscription,
		partition,
		token,
	);
	return renewed > 0;
}

/** After a success, batches that had become smaller grow again. */
function grown(limit: number | null): number | null {
	return limit === null || limit * 2 > LARGEST_BATCH ? null : limit * 2;
}

function* settle(batch: Batch, end: BatchEnd, now: number): Work<boolean> {
	if (isReplay(batch)) return yield* endReplay(batch, end, now);
	if (isOfBursts(batch)) return yield* endBatchOfBursts(batch, end, now);
	const { subscription, partition, token, events, repeat } = batch;
	const place = [subscription, partition, token];
	const cursor = yield* one<CursorRow>(
		'SELECT * FROM partition_cursor WHERE subscription = ? AND number = ? AND token = ?',
		...place,
	);
	if (!cursor) return false;
	const { seq, out_to: outTo, failures, batch_limit: limit } = cursor;
	const last = events.at(-1)!.seq;
	const [settled, repeated] = [
		(failed: number, next: number | null) => run(END, last, outTo, failed, next, ...place),
		(failed: number, next: number | null) => run(END, seq, outTo, failed, next, ...place),
	];
	if (end.kind === 'done') return (yield* settled(0, grown(limit))) === 1;
	if (end.kind === 'released')
		return (yield* run(END, seq, repeat ? outTo : seq, failures, limit, ...place)) === 1;

	const { tries = 1, inHalves = false } = end;
	if (inHalves && events.length > 1) return (yield* repeated(0, Math.ceil(events.length / 2))) === 1;
	if (failures + 1 < tries) return (yield* repeated(failures + 1, limit)) === 1;
	if ((yield* settled(0, limit)) === 0) return false;
	yield* keepDeadLetters(batch, end, now);
	return true;
}

/** Ends a batch by gathering its events in bursts. */
function* gatherBatch(batch: Batch, into: Gathering, now: number): Work<boolean> {
	if (!(yield* settle(batch, { kind: 'done' }, now))) return false;
	yield* gather(
		batch.subscription,
		batch.events.map(({ event }) => event),
		into,
	);
	return true;
}

export const subscriptionWorks = {
	subscribe: writes(subscribe),
	channelsOf: reads(channelsOfSubscription),
	unsubscribe: writes(unsubscribe),
	gather: writes(gatherBatch),
	renew: writes(renew),
	settle: writes(settle),
};
