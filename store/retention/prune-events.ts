import type { Database } from '../database';
import { markPruned } from '../tables/erased/marks';
import { holdInbox } from '../tables/erased/secret';
import type { Value, Work } from '../work';
import { all, one } from '../work';
import type { Cut } from './cut';

/** Lets others have the thread between two pieces. */
export type Turn = () => Promise<void>;

/** How many rows are looked at or deleted at a time. */
export const PIECE = 1_000;

/** A place in the inbox, in the order of receipt. */
interface Place {
	at: number;
	seq: number;
}

/** What is deleted of the events: up to one, and those since a time leave a mark. */
interface OldEvents {
	before: Cut;
	upTo: number;
	marks: number;
}

const AFTER = 'received_at >= ? AND (received_at, seq) > (?, ?)';

const END_OF_PIECE = `
	SELECT received_at AS at, seq FROM inbox WHERE ${AFTER} AND received_at < ?
	ORDER BY received_at, seq LIMIT 1 OFFSET ${PIECE - 1}`;

/** The old events after a place, up to another. */
function oldEvents(after: Place, upTo: Place | undefined, events: OldEvents) {
	const { before } = events;
	const values: Value[] = [after.at, after.at, after.seq, before.latest, ...before.values, events.upTo];
	const end = upTo ? ' AND (received_at, seq) <= (?, ?)' : '';
	return {
		text: `${AFTER} AND received_at < ? AND received_at < ${before.text} AND seq <= ?${end}
			AND NOT EXISTS (SELECT 1 FROM burst_event WHERE event_id = inbox.id)`,
		values: upTo ? [...values, upTo.at, upTo.seq] : values,
	};
}

/** Deletes the old events of a piece. Those that may still be redelivered leave a mark. */
function* deletePiece(
	{ text, values }: ReturnType<typeof oldEvents>,
	{ before, marks }: OldEvents,
	secret: string,
): Work<number> {
	const held = marks < before.latest ? yield* holdInbox(secret) : undefined;
	const deleted = yield* all<{ id: string; at: number }>(
		`DELETE FROM inbox WHERE ${text} RETURNING id, received_at AS at`,
		...values,
	);
	if (held !== undefined) {
		yield* markPruned(
			held,
			deleted.filter(({ at }) => at >= marks),
		);
	}
	return deleted.length;
}

/**
 * Deletes old events piece by piece, in the order of receipt. Nothing is locked where nothing is old: a number can keep
 * its events for longer than others.
 * @returns how many
 */
export async function pruneEvents(
	{ read, write }: Database,
	turn: Turn,
	secret: string,
	events: OldEvents,
): Promise<number> {
	let deleted = 0;
	let after: Place | undefined = { at: 0, seq: 0 };
	while (after) {
		const from: Place = after;
		const upTo = await read(() => one<Place>(END_OF_PIECE, from.at, from.at, from.seq, events.before.latest));
		const old = oldEvents(from, upTo, events);
		const found = await read(() =>
			one(`SELECT 1 AS found FROM inbox WHERE ${old.text} LIMIT 1`, ...old.values),
		);
		if (found) deleted += await write(() => deletePiece(old, events, secret));
		after = upTo;
		await turn();
	}
	return deleted;
}
