import type { MessageEvent, MessagingEvent } from '../../engine/events/messaging-event';
import { conversationOf } from '../../engine/state/conversation';
import type { Batch, BatchEnd, Burst, BurstClaim, Gathering } from '../../engine/store/store';
import { reads, writes } from '../methods';
import type { Work } from '../work';
import { all, CLOCK_MS, each, lock, NOW, one, run } from '../work';
import { keepDeadLetters } from './dead-letters';
import { IS_FREE, LEASE, leaseOf } from './lease';
import { resolveNames } from './names';
import { keyOf } from './register-row';

interface BurstRow {
	id: string;
	channel: string;
	contact: string;
	attempt: number;
	failures: number;
	batch_limit: number | null;
}

/** The partition of batches that are made of bursts. */
const BURSTS = -2;

export const isOfBursts = ({ partition }: Batch) => partition === BURSTS;

/** A time that is later than its wait from now was written by a clock that has been set back since. */
const IS_DUE = `(due_at <= ${CLOCK_MS} OR due_at > ${CLOCK_MS} + 2 * wait_ms)`;

/** What one burst holds at most: an execution has to take it in one go. bytes, as JSON */
const BURST_EVENTS = 100;
export const BURST_BYTES = 1_024 * 1_024;

/** Silence begins anew, but the first message never waits longer than it may. What is due stays due. */
const JOIN = `
	UPDATE burst SET
		opened_at = CASE WHEN opened_at > ${CLOCK_MS} THEN ${CLOCK_MS} ELSE opened_at END,
		due_at = CASE
			WHEN ${IS_DUE} THEN due_at
			WHEN opened_at <= ${CLOCK_MS} AND opened_at + CAST(? AS BIGINT) < ${CLOCK_MS} + CAST(? AS BIGINT)
				THEN opened_at + CAST(? AS BIGINT)
			ELSE ${CLOCK_MS} + CAST(? AS BIGINT) END,
		wait_ms = ?, events = events + 1, bytes = bytes + CAST(? AS BIGINT)
	WHERE attempt = 0 AND events < ${BURST_EVENTS} AND bytes + CAST(? AS BIGINT) <= ${BURST_BYTES} AND id = (
		SELECT id FROM burst WHERE reader = ? AND channel = ? AND contact = ? AND attempt = 0
		ORDER BY turn DESC, opened_at DESC, id LIMIT 1)
	RETURNING id`;

/** A burst that the next message doesn't go into waits for nothing more. */
const CLOSE = `
	UPDATE burst SET due_at = ${CLOCK_MS}
	WHERE reader = ? AND channel = ? AND contact = ? AND attempt = 0 AND NOT ${IS_DUE}`;

const OPEN = `
	INSERT INTO burst (id, reader, channel, contact, opened_at, due_at, wait_ms, events, bytes, turn)
	VALUES (?, ?, ?, ?, ${CLOCK_MS}, ${CLOCK_MS} + CAST(? AS BIGINT), ?, 1, ?, 1 + COALESCE((
		SELECT max(turn) FROM burst WHERE reader = ? AND channel = ? AND contact = ?), 0))`;

const ADD =
	'INSERT INTO burst_event (burst, event_id) VALUES (?, ?) ON CONFLICT (burst, event_id) DO NOTHING';

/** An event that goes into a burst. */
interface GatheredEvent {
	id: string;
	/** The id of the burst if it opens one. */
	opens: string;
	bytes: number;
}

/** Events that go into the bursts of a conversation. */
interface Gathered {
	channel: string;
	/** Empty for an event that is handed out by itself. */
	contact: string;
	atOnce: boolean;
	events: GatheredEvent[];
}

function bytesOf(event: MessagingEvent): number {
	try {
		return Buffer.byteLength(JSON.stringify(event));
	} catch {
		return BURST_BYTES;
	}
}

/** The events of each conversation, in their order; those without one by themselves. */
function* byConversation(events: MessagingEvent[], gathering: Gathering): Work<Gathered[]> {
	const given = events.map((event) => ({ event, ...gathering.events.get(event.id)! }));
	const nameOf = (event: MessagingEvent): [string, string] => [
		event.channel ?? '',
		conversationOf(event as MessageEvent),
	];
	const ofConversations = given.filter(({ alone }) => !alone);
	const resolve = yield* resolveNames(ofConversations.map(({ event }) => nameOf(event)));
	const found = new Map<string, Gathered>();
	for (const { event, burst, atOnce, alone } of given) {
		const channel = event.channel ?? '';
		const contact = alone ? '' : resolve(...nameOf(event));
		const key = alone ? event.id : keyOf(channel, contact);
		const together = found.get(key) ?? { channel, contact, atOnce, events: [] };
		together.atOnce ||= atOnce;
		together.events.push({ id: event.id, opens: burst, bytes: bytesOf(event) });
		found.set(key, together);
	}
	return [...found.values()];
}

/** Adds events to the bursts of their conversations that wait, or opens one. */
export function* gather(reader: string, events: MessagingEvent[], gathering: Gathering): Work<void> {
	if (events.length === 0) return;
	const { silenceMs, atMostMs } = gathering;
	yield* lock('names', { shared: true });
	yield* lock(`burst:${reader}`);
	const added: string[][] = [];
	for (const { channel, contact, atOnce, events: gathered } of yield* byConversation(events, gathering)) {
		const wait = atOnce ? 0 : Math.min(silenceMs, atMostMs);
		const conversation = [reader, channel, contact];
		for (const { id, opens, bytes } of gathered) {
			const times = [atMostMs, wait, atMostMs, wait, silenceMs];
			const joined =
				contact === ''
					? undefined
					: yield* one<{ id: string }>(JOIN, ...times, bytes, bytes, ...conversation);
			if (!joined) {
				const earlier = contact === '' ? [null, null, null] : conversation;
				if (contact !== '') yield* run(CLOSE, ...conversation);
				yield* run(OPEN, opens, ...conversation, wait, silenceMs, bytes, ...earlier);
			}
			added.push([joined?.id ?? opens, id]);
		}
	}
	yield* each(ADD, added);
}

/** An earlier one of the conversation, looked up for each burst: Postgres would read all of them for NOT EXISTS. */
const EARLIER = `(
	SELECT 1 FROM burst AS earlier
	WHERE earlier.channel = burst.channel AND earlier.contact = burst.contact AND earlier.reader = burst.reader
		AND (earlier.turn, earlier.opened_at, earlier.id) < (burst.turn, burst.opened_at, burst.id) LIMIT 1)`;

/** The first that can be taken by one of the two reasons for being due, in the order of its index. */
const firstOf = (isDue: string, order: string) => `
	SELECT * FROM (
		SELECT * FROM burst
		WHERE reader = ? AND ${isDue} AND ${IS_FREE} AND (contact = '' OR ${EARLIER} IS NULL)
		ORDER BY ${order} LIMIT ?) AS found`;

/** Those that are due, except while an earlier one of their conversation has not ended. Reads nothing that isn't due. */
const DUE = `
	${firstOf(`due_at <= ${NOW}`, 'due_at')}
	UNION ALL ${firstOf(`due_at - 2 * wait_ms > ${NOW}`, 'due_at - 2 * wait_ms')}`;

const TAKE = `
	UPDATE burst SET token = ?, ${LEASE}, attempt = attempt + 1
	WHERE id = ? AND attempt = ? AND ${IS_DUE} AND ${IS_FREE} RETURNING id`;

const EVENTS = `
	SELECT burst_event.burst, inbox.seq, inbox.event FROM (VALUES (?)) AS asked
	JOIN burst_event ON burst_event.burst = asked.column1 JOIN inbox ON inbox.id = burst_event.event_id`;

const DELETE_EVENTS = 'DELETE FROM burst_event WHERE burst = ? RETURNING event_id';

/** Bursts, and what belongs to them, are gone. */
function* endBursts(ids: readonly string[]): Work<number> {
	const rows = [...ids].sort().map((id) => [id]);
	const ended = yield* each('DELETE FROM burst WHERE id = ? RETURNING id', rows);
	yield* each(DELETE_EVENTS, rows);
	return ended.length;
}

const writtenAt = ({ at, datedAt = at }: MessagingEvent) => datedAt;

interface EventRow {
	burst: string;
	seq: number;
	event: string;
}

function* eventsOf(ids: string[]): Work<Map<string, Burst['events']>> {
	const rows = yield* each<EventRow>(
		EVENTS,
		ids.map((id) => [id]),
	);
	const found = new Map<string, Burst['events']>(ids.map((id) => [id, []]));
	for (const { burst, seq, event } of rows)
		found.get(burst)!.push({ seq, event: JSON.parse(event) as MessagingEvent });
	for (const events of found.values())
		events.sort((a, b) => writtenAt(a.event) - writtenAt(b.event) || a.seq - b.seq);
	return found;
}

/** The bursts that can be taken now, and how many of them go out together. */
export function* dueBursts(reader: string, limit: number): Work<BurstRow[]> {
	const due = yield* all<BurstRow>(DUE, reader, limit, reader, limit);
	return due.slice(0, Math.min(due[0]?.batch_limit ?? limit, limit));
}

/** Takes what was found due, as far as nobody was faster. What was erased meanwhile is gone. */
export function* takeBursts(
	due: BurstRow[],
	{ leaseMs, token }: Omit<BurstClaim, 'limit'>,
): Work<Array<Burst & { repeat: boolean }>> {
	const taken = yield* each<{ id: string }>(
		TAKE,
		due.map(({ id, attempt }) => [token, ...leaseOf(leaseMs), id, attempt]),
	);
	const mine = new Set(taken.map(({ id }) => id));
	const events = yield* eventsOf([...mine]);
	yield* endBursts([...events].flatMap(([id, found]) => (found.length === 0 ? id : [])));
	return due
		.filter(({ id }) => (events.get(id) ?? []).length > 0)
		.map(({ id, channel, contact, attempt }) => ({
			id,
			key: attempt === 0 ? id : `${id}/${attempt + 1}`,
			channel,
			contact,
			events: events.get(id)!,
			repeat: attempt > 0,
		}));
}

/** Takes what was found due as a batch of a subscription. */
export function* takeBurstsAsBatch(
	subscription: string,
	due: BurstRow[],
	claim: Omit<BurstClaim, 'limit'>,
): Work<Batch | undefined> {
	const bursts = yield* takeBursts(due, claim);
	if (bursts.length === 0) return undefined;
	return {
		subscription,
		partition: BURSTS,
		token: claim.token,
		key: `${subscription}/bursts/${claim.token}`,
		events: bursts.flatMap(({ id, events }) => events.map((entry) => ({ ...entry, burst: id }))),
		repeat: bursts.some(({ repeat }) => repeat),
	};
}

function* keepBursts(ids: readonly string[], { leaseMs, token }: Omit<BurstClaim, 'limit'>): Work<string[]> {
	const kept = yield* each<{ id: string }>(
		`UPDATE burst SET ${LEASE} WHERE id = ? AND token = ? RETURNING id`,
		[...ids].sort().map((id) => [...leaseOf(leaseMs), id, token]),
	);
	return kept.map(({ id }) => id);
}

/** @returns whether it was there: another execution hasn't begun it */
function* beginBurst(id: string): Work<boolean> {
	return (yield* endBursts([id])) > 0;
}

export function* anyBurst(reader: string): Work<boolean> {
	const any = 'SELECT 1 AS found FROM burst WHERE reader = ? ORDER BY due_at LIMIT 1';
	return (yield* one(any, reader)) !== undefined;
}

export function* renewBursts({ token }: Batch, leaseMs: number): Work<boolean> {
	return (yield* run(`UPDATE burst SET ${LEASE} WHERE token = ?`, ...leaseOf(leaseMs), token)) > 0;
}

/** Ends a batch of bursts: what went well is gone, what failed comes again or becomes dead letters. */
export function* endBatchOfBursts(batch: Batch, end: BatchEnd, now: number): Work<boolean> {
	const rows = yield* all<BurstRow>('SELECT * FROM burst WHERE token = ? ORDER BY id', batch.token);
	if (rows.length === 0) return false;
	const ids = rows.map(({ id }) => id);
	const again = (set: string, ...values: Array<number | null>) =>
		run(`UPDATE burst SET token = NULL, leased_until = 0, ${set} WHERE token = ?`, ...values, batch.token);

	switch (end.kind) {
		case 'done':
			return (yield* endBursts(ids)) > 0;
		case 'released':
			return (yield* again('attempt = attempt - 1')) > 0;
		case 'failed': {
			const { tries = 1, inHalves = false } = end;
			if (inHalves && ids.length > 1)
				return (yield* again('failures = 0, batch_limit = ?', Math.ceil(ids.length / 2))) > 0;
			const dead = new Set(rows.flatMap(({ id, failures }) => (failures + 1 < tries ? [] : id)));
			const events = batch.events.filter(({ burst }) => dead.has(burst!));
			if (events.length > 0) yield* keepDeadLetters({ ...batch, events }, end, now);
			yield* endBursts([...dead]);
			yield* again('failures = failures + 1');
			return true;
		}
	}
}

export const burstWorks = {
	keep: writes(keepBursts),
	begin: writes(beginBurst),
	any: reads(anyBurst),
};
