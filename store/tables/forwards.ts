import { DAY } from '../../base';
import type {
	ClaimedForwards,
	ForwardClaim,
	ForwardEnd,
	Forwarding,
	ForwardStats,
} from '../../engine/store/forwards';
import { FORWARDED_BYTES, FORWARDED_FOR } from '../../engine/store/forwards';
import type { Runner } from '../methods';
import { reads, writesLearnable } from '../methods';
import type { Value, Work } from '../work';
import { all, CLOCK_MS, each, lock, NOW, one, run } from '../work';

/** Nobody waits for so long: who does was given a time by a clock that has been set back since. ms */
const LONGEST_WAIT = DAY;

/** The most deliveries that are dropped, or set back, at a time. */
const PIECE = 500;

const TAKE_NUMBERS = "UPDATE counter SET value = value + ? WHERE name = 'forward' RETURNING value";

const QUEUE = `
	INSERT INTO forward (seq, target, received_at, due, headers, body) VALUES (?, ?, ?, ?, ?, ?)`;

/** Counts what waits for targets. An older version doesn't, so the count may be wrong: what drops counts anew. */
const COUNT_BYTES = `
	INSERT INTO forward_target (target, bytes) VALUES (?, ?)
	ON CONFLICT (target) DO UPDATE SET bytes = forward_target.bytes + excluded.bytes`;

function* countBytes(counts: Array<{ target: string; bytes: number }>): Work<void> {
	const sums = new Map<string, number>();
	for (const { target, bytes } of counts) sums.set(target, (sums.get(target) ?? 0) + bytes);
	yield* each(COUNT_BYTES, [...sums].sort());
}

/** Queues deliveries for their targets: they are due at once. */
export function* queueForwards(forwardings: Forwarding[]): Work<void> {
	const given = forwardings.flatMap(({ targets, headers, body }) =>
		targets.map((target): Value[] => [target, JSON.stringify(headers), body]),
	);
	if (given.length === 0) return;
	const { now } = (yield* one<{ now: number }>(`SELECT ${CLOCK_MS} AS now`))!;
	const { value } = (yield* one<{ value: number }>(TAKE_NUMBERS, given.length))!;
	const before = value - given.length;
	yield* each(
		QUEUE,
		given.map(([target, headers, body], index) => [before + index + 1, target!, now, now, headers!, body!]),
	);
	yield* countBytes(
		forwardings.flatMap(({ targets, body }) => targets.map((target) => ({ target, bytes: body.byteLength }))),
	);
}

const IS_DUE = `due <= ${NOW}`;
const IS_OLD = `received_at <= ${NOW} - ${FORWARDED_FOR}`;
const IS_AHEAD = `due > ${NOW} + ${LONGEST_WAIT}`;

/** The first deliveries of a target, in the order of an index: Postgres would read all of them to find those. */
const first = (condition: string, order: string) =>
	`SELECT seq FROM forward WHERE target = ? AND ${condition} ORDER BY ${order} LIMIT ?`;

const FIRST_DUE = first(IS_DUE, 'due, seq');
const FIRST_OLD = first(IS_OLD, 'received_at');
const FIRST_AHEAD = first(IS_AHEAD, 'due DESC, seq DESC');

const ANY = [
	...[FIRST_DUE, FIRST_OLD, FIRST_AHEAD].map((text) => `SELECT * FROM (${text}) AS found`),
	'SELECT bytes FROM forward_target WHERE target = ? AND bytes > ?',
].join(' UNION ALL ');

/** Whether there is anything to claim or to drop for a target. */
export function* hasForwards(
	target: string,
	{ mostBytes = FORWARDED_BYTES }: Pick<ForwardClaim, 'mostBytes'>,
): Work<boolean> {
	return (yield* one(ANY, target, 1, target, 1, target, 1, target, mostBytes)) !== undefined;
}

const DELETE = `
	DELETE FROM forward WHERE seq IN (SELECT column1 FROM (VALUES (CAST(? AS BIGINT))) AS gone)
	RETURNING target, LENGTH(body) AS bytes`;

/** Deletes deliveries by their numbers, in order. @returns how many there were */
export function* deleteForwards(seqs: number[]): Work<number> {
	const deleted = yield* each<{ target: string; bytes: number }>(
		DELETE,
		seqs.map((seq) => [seq]),
	);
	yield* countBytes(deleted.map(({ target, bytes }) => ({ target, bytes: -bytes })));
	return deleted.length;
}

const SIZES = 'SELECT seq, LENGTH(body) AS bytes FROM forward WHERE target = ? ORDER BY seq LIMIT ?';

/** Drops the oldest deliveries of a target until what is left isn't too much. @returns how many */
function* makeRoom(target: string, mostBytes: number): Work<number> {
	const counted = yield* one<{ bytes: number }>('SELECT bytes FROM forward_target WHERE target = ?', target);
	if ((counted?.bytes ?? 0) <= mostBytes) return 0;
	const { bytes } = (yield* one<{ bytes: number | null }>(
		'SELECT CAST(SUM(LENGTH(body)) AS BIGINT) AS bytes FROM forward WHERE target = ?',
		target,
	))!;
	yield* run('UPDATE forward_target SET bytes = ? WHERE target = ?', bytes ?? 0, target);
	let [displaced, left] = [0, bytes ?? 0];
	while (left > mostBytes) {
		const gone: number[] = [];
		for (const row of yield* all<{ seq: number; bytes: number }>(SIZES, target, PIECE)) {
			if (left <= mostBytes) break;
			left -= row.bytes;
			gone.push(row.seq);
		}
		displaced += yield* deleteForwards(gone);
	}
	return displaced;
}

const SET_BACK = `
	UPDATE forward SET due = ${CLOCK_MS} FROM (VALUES (CAST(? AS BIGINT))) AS ahead
	WHERE forward.seq = ahead.column1 RETURNING seq`;

const CLAIM = `
	UPDATE forward SET token = claim.column2, due = ${CLOCK_MS} + claim.column3, tries = tries + 1
	FROM (VALUES (CAST(? AS BIGINT), ?, CAST(? AS BIGINT))) AS claim
	WHERE forward.seq = claim.column1 RETURNING seq, token, tries, headers, body`;

/** The numbers of some deliveries of a target, in order. */
function* numbersOf(text: string, target: string, limit: number): Work<number[]> {
	const rows = yield* all<{ seq: number }>(text, target, limit);
	return rows.map(({ seq }) => seq).sort((a, b) => a - b);
}

interface ForwardRow {
	seq: number;
	token: string;
	tries: number;
	headers: string;
	body: Uint8Array;
}

export function* claimForwards(
	target: string,
	{ limit, leaseMs, token, mostBytes = FORWARDED_BYTES }: ForwardClaim,
): Work<ClaimedForwards> {
	yield* lock(`forward:${target}`);
	const dropped = yield* deleteForwards(yield* numbersOf(FIRST_OLD, target, PIECE));
	const displaced = yield* makeRoom(target, mostBytes);
	if (dropped + displaced > 0) yield* noteTarget(target, { dropped: dropped + displaced });
	const ahead = yield* numbersOf(FIRST_AHEAD, target, PIECE);
	yield* each(
		SET_BACK,
		ahead.map((seq) => [seq]),
	);
	const due = yield* numbersOf(FIRST_DUE, target, limit);
	const rows = yield* each<ForwardRow>(
		CLAIM,
		due.map((seq) => [seq, token, leaseMs]),
	);
	return {
		deliveries: rows
			.map((row) => ({ ...row, headers: JSON.parse(row.headers) as Record<string, string> }))
			.sort((a, b) => a.seq - b.seq),
		dropped,
		displaced,
	};
}

const NOTE_TARGET = `
	INSERT INTO forward_target (target, forwarded, failures, dropped, forwarded_at, failed_at, error)
	SELECT column1, column2, column3, column4, CASE WHEN column2 > 0 THEN ${CLOCK_MS} END,
		CASE WHEN column3 > 0 THEN ${CLOCK_MS} END, column5
	FROM (VALUES (?, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), ?)) AS given WHERE true
	ON CONFLICT (target) DO UPDATE SET
		forwarded = forward_target.forwarded + excluded.forwarded,
		failures = forward_target.failures + excluded.failures,
		dropped = forward_target.dropped + excluded.dropped,
		forwarded_at = COALESCE(excluded.forwarded_at, forward_target.forwarded_at),
		failed_at = COALESCE(excluded.failed_at, forward_target.failed_at),
		error = COALESCE(excluded.error, forward_target.error)`;

interface TargetNews {
	forwarded?: number;
	failures?: number;
	dropped?: number;
	error?: string;
}

function* noteTarget(
	target: string,
	{ forwarded = 0, failures = 0, dropped = 0, error }: TargetNews,
): Work<void> {
	yield* run(NOTE_TARGET, target, forwarded, failures, dropped, error ?? null);
}

/** Whoever claimed it later has it now. */
const AGAIN = `
	UPDATE forward SET due = ${CLOCK_MS} + again.column3, token = NULL
	FROM (VALUES (CAST(? AS BIGINT), ?, CAST(? AS BIGINT))) AS again
	WHERE forward.seq = again.column1 AND forward.token = again.column2 RETURNING seq`;

export function* settleForwards(target: string, ends: ForwardEnd[]): Work<void> {
	const inOrder = [...ends].sort((a, b) => a.seq - b.seq);
	const forwarded = yield* deleteForwards(
		inOrder.filter(({ wait }) => wait === undefined).map(({ seq }) => seq),
	);
	yield* each(
		AGAIN,
		inOrder.flatMap(({ seq, token, wait }) => (wait === undefined ? [] : [[seq, token, wait]])),
	);
	const errors = ends.flatMap(({ error }) => error ?? []);
	const news = { forwarded, failures: errors.length, error: errors.at(-1) };
	if (news.forwarded > 0 || news.failures > 0) yield* noteTarget(target, news);
}

interface TargetRow {
	target: string;
	forwarded: number;
	failures: number;
	dropped: number;
	forwarded_at: number | null;
	failed_at: number | null;
	error: string | null;
	bytes: number;
}

/** How far behind each target is. */
function* forwardStats(): Work<ForwardStats[]> {
	const waiting = yield* all<{ target: string; waiting: number; oldest: number }>(
		'SELECT target, count(*) AS waiting, min(received_at) AS oldest FROM forward GROUP BY target',
	);
	const queues = new Map(waiting.map((queue) => [queue.target, queue]));
	const known = yield* all<TargetRow>('SELECT * FROM forward_target');
	const rows = new Map(known.map((row) => [row.target, row]));
	return [...new Set([...queues.keys(), ...rows.keys()])].sort().map((target) => {
		const [queue, row] = [queues.get(target), rows.get(target)];
		return {
			target,
			waiting: queue?.waiting ?? 0,
			waitingBytes: queue ? Math.max(0, row?.bytes ?? 0) : 0,
			...(queue && { oldestAt: queue.oldest }),
			forwarded: row?.forwarded ?? 0,
			failures: row?.failures ?? 0,
			dropped: row?.dropped ?? 0,
			...(row?.forwarded_at != null && { forwardedAt: row.forwarded_at }),
			...(row?.failed_at != null && { failedAt: row.failed_at }),
			...(row?.error != null && { error: row.error }),
		};
	});
}

export const forwardWorks = {
	/** Undone, they are claimed again. */
	claim:
		({ read, writeLearnable }: Runner) =>
		async (target: string, claim: ForwardClaim): Promise<ClaimedForwards> => {
			const any = await read(() => hasForwards(target, claim));
			if (!any) return { deliveries: [], dropped: 0, displaced: 0 };
			return await writeLearnable(() => claimForwards(target, claim));
		},
	/** Undone, they are passed on again. */
	settle: writesLearnable(settleForwards),
	stats: reads(forwardStats),
};
