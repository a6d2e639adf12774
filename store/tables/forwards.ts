import type {
	ForwardClaim,
	ForwardEnd,
	Forwarding,
	ForwardStats,
	QueuedForward,
} from '../../engine/store/forwards';
import { FORWARDED_FOR } from '../../engine/store/forwards';
import type { Value, Work } from '../work';
import { all, CLOCK_MS, each, lock, NOW, one, run } from '../work';

/** Nobody waits for so long: who does was given a time by a clock that has been set back since. ms */
const LONGEST_WAIT = 24 * 60 * 60_000;

/** The most deliveries that are dropped, or set back, at a time. */
const PIECE = 500;

const TAKE_NUMBERS = "UPDATE counter SET value = value + ? WHERE name = 'forward' RETURNING value";

const QUEUE = `
	INSERT INTO forward (seq, target, received_at, due, headers, body) VALUES (?, ?, ?, ?, ?, ?)`;

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
		given.map(([target, headers, body], index) => [
			before + index + 1,
			target!,
			...[now, now, headers!, body!],
		]),
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

const ANY = [FIRST_DUE, FIRST_OLD, FIRST_AHEAD].map((text) => `SELECT * FROM (${text}) AS found`);

/** Whether there is anything to claim or to drop for a target. */
export function* hasForwards(target: string): Work<boolean> {
	return (yield* one(ANY.join(' UNION ALL '), ...[target, 1, target, 1, target, 1])) !== undefined;
}

/** Deletes deliveries by their numbers. */
const DELETE =
	'DELETE FROM forward WHERE seq IN (SELECT column1 FROM (VALUES (CAST(? AS BIGINT))) AS gone) RETURNING seq';

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
	{ limit, leaseMs, token }: ForwardClaim,
): Work<{ deliveries: QueuedForward[]; dropped: number }> {
	yield* lock(`forward:${target}`);
	const old = yield* numbersOf(FIRST_OLD, target, PIECE);
	const dropped = (yield* each(
		DELETE,
		old.map((seq) => [seq]),
	)).length;
	if (dropped > 0) yield* noteTarget(target, { dropped });
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
	const forwarded = yield* each(
		DELETE,
		inOrder.filter(({ wait }) => wait === undefined).map(({ seq }) => [seq]),
	);
	yield* each(
		AGAIN,
		inOrder.flatMap(({ seq, token, wait }) => (wait === undefined ? [] : [[seq, token, wait]])),
	);
	const errors = ends.flatMap(({ error }) => error ?? []);
	const news = { forwarded: forwarded.length, failures: errors.length, error: errors.at(-1) };
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
}

/** How far behind each target is. */
export function* forwardStats(): Work<ForwardStats[]> {
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
			...(queue && { oldestAt: queue.oldest }),
			...{ forwarded: row?.forwarded ?? 0, failures: row?.failures ?? 0, dropped: row?.dropped ?? 0 },
			...(row?.forwarded_at != null && { forwardedAt: row.forwarded_at }),
			...(row?.failed_at != null && { failedAt: row.failed_at }),
			...(row?.error != null && { error: row.error }),
		};
	});
}
