import type { MessagingEvent } from '../../engine/events/messaging-event';
import type { Batch, ClaimOptions } from '../../engine/store/store';
import type { Work } from '../work';
import { all, CLOCK_MS, one, run } from '../work';
import { claimReplay, hasReplay } from './dead-letters';
import { isIn } from './is-in';
import { IS_FREE, LEASE, leaseOf } from './lease';
import type { CursorRow, SubscriptionRow } from './subscriptions';
import { newestSeq } from './subscriptions';

/** What waits in a partition, as far as the log was looked through. */
interface WaitingRow {
	number: number;
	events: number;
	oldest_at: number | null;
	looked_at: number;
	last: number;
}

interface EventRow {
	seq: number;
	event: string;
}

/** A batch that can be taken, and partitions that have nothing for their subscription up to a number. */
export interface FoundBatch {
	/** Whether another reader of the subscription has ended it, though this one reads on. */
	ended: boolean;
	replay: boolean;
	from?: CursorRow;
	events: EventRow[];
	empty: Array<{ cursor: CursorRow; upTo: number }>;
}

/** Of several processes, only the one that finds the cursor as it was read takes it. */
const AS_READ = 'subscription = ? AND number = ? AND seq = ? AND attempt = ? AND leased_until = ?';
const asRead = ({ subscription, number, seq, attempt, leased_until }: CursorRow) => [
	subscription,
	number,
	seq,
	attempt,
	leased_until,
];

const TAKE = `
	UPDATE partition_cursor SET token = ?, ${LEASE}, out_to = ?, attempt = attempt + 1 WHERE ${AS_READ}`;

const FREE = `
	SELECT *, ${CLOCK_MS} AS now FROM partition_cursor WHERE subscription = ? AND ${IS_FREE} AND seq < ?
	ORDER BY seq, number`;

const PASS = `UPDATE partition_cursor SET seq = ?, out_to = ? WHERE ${AS_READ}`;

/** What a subscription chooses of the inbox. */
function chosenBy({ kinds, channels }: SubscriptionRow) {
	const [ofKinds, ofChannels] = [
		isIn('kind', JSON.parse(kinds) as string[]),
		isIn('channel', JSON.parse(channels) as string[]),
	];
	return { text: `${ofKinds.text}${ofChannels.text}`, values: [...ofKinds.values, ...ofChannels.values] };
}

/** How much waits in each partition, in one look through at most so many events. */
function* waitingIn(
	subscription: SubscriptionRow,
	after: number,
	upTo: number,
	most: number,
): Work<WaitingRow[]> {
	const chosen = chosenBy(subscription);
	return yield* all<WaitingRow>(
		`SELECT entry.number, count(place.seq) AS events, count(*) AS looked_at, max(entry.seq) AS last,
			min(CASE WHEN place.seq IS NOT NULL THEN entry.received_at END) AS oldest_at
		 FROM (
			SELECT seq, received_at, lane % ? AS number FROM inbox
			WHERE seq > ? AND seq <= ?${chosen.text} ORDER BY seq LIMIT ?
		 ) AS entry
		 LEFT JOIN partition_cursor AS place
			ON place.subscription = ? AND place.number = entry.number AND place.seq < entry.seq
		 GROUP BY entry.number`,
		subscription.partitions,
		after,
		upTo,
		...chosen.values,
		most,
		subscription.id,
	);
}

function* eventsOf(
	subscription: SubscriptionRow,
	{ number, seq }: CursorRow,
	upTo: number,
	limit: number,
): Work<EventRow[]> {
	const chosen = chosenBy(subscription);
	return yield* all<EventRow>(
		`SELECT seq, event FROM inbox
		 WHERE seq > ? AND seq <= ? AND lane % ? = ?${chosen.text} ORDER BY seq LIMIT ?`,
		seq,
		upTo,
		subscription.partitions,
		number,
		...chosen.values,
		limit,
	);
}

/** Whether the events of a partition have waited long enough. */
function hasWaited({ oldest_at }: WaitingRow, now: number, { maxWaitMs = 0 }: ClaimOptions): boolean {
	const waited = now - oldest_at!;
	// What seems to come from the future was received by another clock.
	return waited < 0 || waited >= maxWaitMs;
}

const wasHandedOut = ({ seq, out_to }: CursorRow) => seq < out_to;

/** The most events of a partition that a batch holds. */
const limitOf = ({ batch_limit }: CursorRow, { limit }: ClaimOptions) =>
	Math.min(limit, batch_limit ?? limit);

/** The next events of a partition if they are a full batch, which waits for nothing. */
function* fullBatchIn(
	subscription: SubscriptionRow,
	cursor: CursorRow,
	upTo: number,
	options: ClaimOptions,
): Work<EventRow[] | undefined> {
	if (wasHandedOut(cursor)) return undefined;
	const limit = limitOf(cursor, options);
	const events = yield* eventsOf(subscription, cursor, upTo, limit);
	return events.length === limit ? events : undefined;
}

/**
 * Looks for the next batch, and for partitions that have nothing, without holding anything that others wait for. The
 * partition that is furthest behind goes first; what was handed out before and not settled doesn't wait.
 */
export function* findBatch(id: string, options: ClaimOptions): Work<FoundBatch | undefined> {
	const subscription = yield* one<SubscriptionRow>('SELECT * FROM subscription WHERE id = ?', id);
	if (!subscription) return undefined;
	const ended = subscription.active === 0;
	if (!options.noReplays && (yield* hasReplay(id))) return { ended, replay: true, events: [], empty: [] };
	const newest = yield* newestSeq();
	const free = yield* all<CursorRow & { now: number }>(FREE, id, newest);
	if (free.length === 0) return undefined;

	// Enough for a full batch of each partition, and some more.
	const most = 2 * options.limit * subscription.partitions;
	const first = free[0]!;
	const full = yield* fullBatchIn(subscription, first, Math.min(newest, first.seq + most), options);
	if (full) return { ended, replay: false, from: first, events: full, empty: [] };
	const waiting = yield* waitingIn(subscription, first.seq, newest, most);
	const isWhole = waiting.reduce((sum, { looked_at }) => sum + looked_at, 0) < most;
	const lookedUpTo = isWhole ? newest : Math.max(...waiting.map(({ last }) => last));
	const waitingHere = new Map(waiting.map((row) => [row.number, row]));

	const found: FoundBatch = { ended, replay: false, events: [], empty: [] };
	for (const cursor of free) {
		const limit = limitOf(cursor, options);
		const here = waitingHere.get(cursor.number);
		const upTo = wasHandedOut(cursor) ? cursor.out_to : newest;
		if (!wasHandedOut(cursor)) {
			if (!here?.events) {
				if (cursor.seq < lookedUpTo) found.empty.push({ cursor, upTo: lookedUpTo });
				continue;
			}
			if (isWhole && here.events < limit && !hasWaited(here, cursor.now, options)) continue;
		}
		const events = yield* eventsOf(subscription, cursor, upTo, limit);
		if (events.length > 0) return { ...found, from: cursor, events };
		found.empty.push({ cursor, upTo });
	}
	return found.empty.length > 0 ? found : undefined;
}

/**
 * Takes what was found, as far as nobody was faster, and passes the partitions that have nothing, so that later they
 * need not be looked through again.
 */
export function* takeBatch(
	id: string,
	{ ended, replay, from, events, empty }: FoundBatch,
	options: ClaimOptions,
): Work<Batch | undefined> {
	if (ended) yield* run('UPDATE subscription SET active = 1 WHERE id = ?', id);
	if (replay) return yield* claimReplay(id, options);
	for (const { cursor, upTo } of empty) yield* run(PASS, upTo, upTo, ...asRead(cursor));
	if (!from) return undefined;
	const { leaseMs, token } = options;
	const outTo = Math.max(events.at(-1)!.seq, from.out_to);
	if ((yield* run(TAKE, token, ...leaseOf(leaseMs), outTo, ...asRead(from))) === 0) return undefined;
	return {
		subscription: id,
		partition: from.number,
		token,
		key: `${id}/${from.number}/${token}`,
		events: events.map(({ seq, event }) => ({ seq, event: JSON.parse(event) as MessagingEvent })),
		repeat: wasHandedOut(from),
	};
}
