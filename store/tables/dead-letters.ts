import type { MessagingEvent } from '../../engine/events/messaging-event';
import type { Batch, BatchEnd, ClaimOptions, DeadLetter, DeadLetterQuery } from '../../engine/store/store';
import { reads, writes } from '../methods';
import type { Work } from '../work';
import { all, each, one, run } from '../work';
import { deletedEvents } from './erased/marks';
import { readSecret } from './erased/secret';
import { IS_FREE, LEASE, leaseOf } from './lease';

export interface DeadLetterRow {
	subscription: string;
	seq: number;
	event: string;
	execution_id: string | null;
	error: string | null;
	at: number;
	replay: number;
}

/** The partition of batches that are made of dead letters. */
const REPLAY = -1;

export const isReplay = ({ partition }: Batch) => partition === REPLAY;

const KEEP = `
	INSERT INTO dead_letter (subscription, seq, event, execution_id, error, at) VALUES (?, ?, ?, ?, ?, ?)
	ON CONFLICT (subscription, seq) DO UPDATE
	SET execution_id = excluded.execution_id, error = excluded.error, at = excluded.at, replay = 0`;

const TAKE = `
	UPDATE dead_letter SET token = ?, ${LEASE}
	WHERE subscription = ? AND seq = ? AND replay = 1 AND ${IS_FREE} RETURNING seq`;

export const toDeadLetter = (row: DeadLetterRow): DeadLetter => ({
	subscription: row.subscription,
	seq: row.seq,
	event: JSON.parse(row.event) as MessagingEvent,
	...(row.execution_id !== null && { executionId: row.execution_id }),
	...(row.error !== null && { error: row.error }),
	at: row.at,
	replaying: row.replay === 1,
});

/** Adds the events of a failed batch to the dead letters, except those that were erased meanwhile. */
export function* keepDeadLetters(
	{ subscription, events }: Batch,
	{ executionId = null, error = null }: { executionId?: string | null; error?: string | null },
	now: number,
): Work<void> {
	const secret = yield* readSecret();
	const ids = events.map(({ event }) => event.id);
	const erased = secret === undefined ? new Set() : (yield* deletedEvents(secret, ids)).erased;
	const kept = events.filter(({ event }) => !erased.has(event.id));
	yield* each(
		KEEP,
		kept.map(({ seq, event }) => [subscription, seq, JSON.stringify(event), executionId, error, now]),
	);
}

/** Whether there are dead letters to replay that nobody has. */
export function* hasReplay(id: string): Work<boolean> {
	const found = yield* one(
		`SELECT seq FROM dead_letter WHERE subscription = ? AND replay = 1 AND ${IS_FREE} LIMIT 1`,
		id,
	);
	return found !== undefined;
}

/** Takes dead letters to replay. */
export function* claimReplay(id: string, { limit, leaseMs, token }: ClaimOptions): Work<Batch | undefined> {
	const found = yield* all<DeadLetterRow>(
		`SELECT * FROM dead_letter WHERE subscription = ? AND replay = 1 AND ${IS_FREE} ORDER BY seq LIMIT ?`,
		id,
		limit,
	);
	if (found.length === 0) return undefined;
	const leased: number[] = [];
	for (const { seq } of found) {
		const mine = yield* all<{ seq: number }>(TAKE, token, ...leaseOf(leaseMs), id, seq);
		leased.push(...mine.map((row) => row.seq));
	}
	const events = found.filter(({ seq }) => leased.includes(seq));
	if (events.length === 0) return undefined;
	return {
		subscription: id,
		partition: REPLAY,
		token,
		key: `${id}/replay/${token}`,
		events: events.map(({ seq, event }) => ({ seq, event: JSON.parse(event) as MessagingEvent })),
		repeat: true,
	};
}

export function* renewReplay({ token }: Batch, leaseMs: number): Work<boolean> {
	return (yield* run(`UPDATE dead_letter SET ${LEASE} WHERE token = ?`, ...leaseOf(leaseMs), token)) > 0;
}

/** Ends a replay: what went well is gone, what failed is a dead letter again. */
export function* endReplay({ token }: Batch, end: BatchEnd, now: number): Work<boolean> {
	switch (end.kind) {
		case 'done':
			return (yield* run('DELETE FROM dead_letter WHERE token = ?', token)) > 0;
		case 'released':
			return (yield* run('UPDATE dead_letter SET token = NULL, leased_until = 0 WHERE token = ?', token)) > 0;
		case 'failed':
			return (
				(yield* run(
					`UPDATE dead_letter SET replay = 0, token = NULL, leased_until = 0, execution_id = ?, error = ?, at = ?
					 WHERE token = ?`,
					end.executionId ?? null,
					end.error ?? null,
					now,
					token,
				)) > 0
			);
	}
}

/** Which dead letters of a subscription are meant: these, or all. */
function chosen(subscription: string, seqs: number[] | undefined) {
	if (!seqs) return { where: 'subscription = ?', rows: [[subscription]] };
	return { where: 'subscription = ? AND seq = ?', rows: seqs.map((seq) => [subscription, seq]) };
}

function* listDeadLetters({ subscription, after = 0, limit = 100 }: DeadLetterQuery): Work<DeadLetter[]> {
	const rows = yield* all<DeadLetterRow>(
		'SELECT * FROM dead_letter WHERE subscription = ? AND seq > ? ORDER BY seq LIMIT ?',
		subscription,
		after,
		limit,
	);
	return rows.map(toDeadLetter);
}

function* replayDeadLetters(subscription: string, seqs?: number[]): Work<number> {
	const { where, rows } = chosen(subscription, seqs);
	const marked = yield* each(
		`UPDATE dead_letter SET replay = 1 WHERE ${where} AND replay = 0 RETURNING seq`,
		rows,
	);
	return marked.length;
}

function* dropDeadLetters(subscription: string, seqs?: number[]): Work<number> {
	const { where, rows } = chosen(subscription, seqs);
	const dropped = yield* each(
		`DELETE FROM dead_letter WHERE ${where} AND leased_until = 0 RETURNING seq`,
		rows,
	);
	return dropped.length;
}

export const deadLetterWorks = {
	list: reads(listDeadLetters),
	replay: writes(replayDeadLetters),
	drop: writes(dropDeadLetters),
};
