import type { MessagingEvent } from '../../engine/events/messaging-event';
import type {
	AnsweredWait,
	AnsweringEvent,
	DueWait,
	KeptWait,
	NewWait,
	PostEnd,
	Reminder,
	WaitOfExecution,
} from '../../engine/store/waits';
import type { AskedWait } from '../../engine/waits/answered-wait';
import { answeredWait } from '../../engine/waits/answered-wait';
import { possibleAnswer } from '../../engine/waits/possible-answer';
import type { Question } from '../../engine/waits/question';
import type { Runner } from '../methods';
import { reads, writes } from '../methods';
import type { Work } from '../work';
import { all, each, one, run } from '../work';
import { learnAliases, resolveName } from './names';

export interface WaitRow {
	id: string;
	channel: string;
	contact: string;
	resume_url: string;
	question: string;
	reminder: string | null;
	asked_at: number;
	expires_at: number | null;
	message_id: string | null;
	reminder_id: string | null;
	event_id: string | null;
	due_at: number | null;
	due_since: number | null;
	tries: number;
	claimed_at: number | null;
	token: string | null;
}

export const toKeptWait = (row: WaitRow): KeptWait => ({
	id: row.id,
	channel: row.channel,
	contact: row.contact,
	askedAt: row.asked_at,
	question: JSON.parse(row.question) as Question,
	claimed: row.claimed_at !== null,
	...(row.reminder !== null && { reminder: JSON.parse(row.reminder) as Reminder }),
	...(row.expires_at !== null && { expiresAt: row.expires_at }),
	...(row.message_id !== null && { messageId: row.message_id }),
	...(row.event_id !== null && { eventId: row.event_id }),
});

/** Older versions of the package name a wait by its ID. */
const tokenOf = ({ id, token }: WaitRow) => token ?? id;

const toAskedWait = (row: WaitRow): AskedWait => ({
	id: row.id,
	token: tokenOf(row),
	askedAt: row.asked_at,
	question: JSON.parse(row.question) as Question,
	messageIds: [row.message_id, row.reminder_id].filter((messageId) => messageId !== null),
});

/** In the order of its index, so that Postgres doesn't look for one among those that have an answer. */
const ANY_OPEN = 'SELECT 1 AS found FROM wait WHERE event_id IS NULL ORDER BY channel, contact LIMIT 1';

/** Whatever a message says, it answers questions of its own conversation only. */
const OPEN_FOR = `
	SELECT * FROM wait
	WHERE channel = ? AND contact = ? AND event_id IS NULL AND (expires_at IS NULL OR expires_at > ?)`;

const ANSWER = `
	UPDATE wait SET event_id = ?, due_at = ?, due_since = ?, tries = 0 WHERE id = ? AND event_id IS NULL`;

/** Gives a message to the wait that it answers. Another process may be giving that wait another message. */
function* giveToWait(event: MessagingEvent, now: number): Work<boolean> {
	const answer = possibleAnswer(event);
	if (!answer) return false;
	const { channel, contact } = answer;
	const rows = yield* all<WaitRow>(OPEN_FOR, channel, yield* resolveName(channel, contact), now);
	let waits = rows.map(toAskedWait);
	for (;;) {
		const wait = answeredWait(waits, answer);
		if (!wait) return false;
		if ((yield* run(ANSWER, event.id, now, now, wait.id)) > 0) return true;
		waits = waits.filter((other) => other !== wait);
	}
}

/** Finds the waits that new events answer. @returns the IDs of these events */
export function* answerWaits(
	given: Array<{ event: MessagingEvent; receivedAt: number }>,
): Work<ReadonlySet<string>> {
	const answering = new Set<string>();
	const messages = given.filter(({ event }) => event.kind === 'message');
	if (messages.length === 0 || !(yield* one(ANY_OPEN))) return answering;
	for (const { event, receivedAt } of messages) {
		if (yield* giveToWait(event, receivedAt)) answering.add(event.id);
	}
	return answering;
}

function* findEvent(id: string | null): Work<MessagingEvent | undefined> {
	if (id === null) return undefined;
	const row = yield* one<{ event: string }>('SELECT event FROM inbox WHERE id = ?', id);
	return row && (JSON.parse(row.event) as MessagingEvent);
}

const FIND = 'SELECT * FROM wait WHERE id = ?';

/** Who repeats a wait takes it over. The question stays as it was sent. */
const ASK = `
	INSERT INTO wait (id, channel, contact, resume_url, question, reminder, asked_at, expires_at, token)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (id) DO UPDATE SET resume_url = excluded.resume_url, expires_at = excluded.expires_at`;

function* askWait(wait: NewWait, now: number): Work<{ token: string; answered?: AnsweredWait }> {
	const { id, channel, contact, resumeUrl, question, reminder, askedAt, expiresAt = null } = wait;
	const resolve = yield* learnAliases([], [[channel, contact]]);
	const known = yield* one<WaitRow>(FIND, id);
	if (known && known.channel !== channel) {
		throw new Error(
			`An execution of the number ${known.channel} waits for an answer under the same key, so this one can't. Use a different store for each n8n.`,
		);
	}
	const token = known ? tokenOf(known) : wait.token;
	const event = yield* findEvent(known?.event_id ?? null);
	if (known && event) {
		yield* run('UPDATE wait SET claimed_at = ?, due_at = NULL WHERE id = ?', now, id);
		return { token, answered: { wait: toAskedWait(known), event } };
	}
	if (known && known.event_id !== null) yield* run('DELETE FROM wait WHERE id = ?', id);
	// An execution waits for one answer at a time: it has stopped waiting for any other.
	yield* run('DELETE FROM wait WHERE resume_url = ? AND id <> ? AND event_id IS NULL', resumeUrl, id);
	yield* run(
		ASK,
		id,
		channel,
		resolve(channel, contact),
		resumeUrl,
		JSON.stringify(question),
		reminder === undefined ? null : JSON.stringify(reminder),
		askedAt,
		expiresAt,
		token,
	);
	return { token };
}

function* noteWaitSent(id: string, messageId: string, remindAt: number | undefined): Work<void> {
	yield* run('UPDATE wait SET message_id = ? WHERE id = ?', messageId, id);
	if (remindAt === undefined) return;
	yield* run(
		'UPDATE wait SET due_at = ?, due_since = ? WHERE id = ? AND event_id IS NULL',
		remindAt,
		remindAt,
		id,
	);
}

/** The path and the query of a resume URL name the execution and the node, signed by n8n. Proxies change what is before. */
function placeOf(resumeUrl: string): string {
	const { pathname, search } = new URL(resumeUrl, 'http://n8n');
	return `${pathname.split('/').slice(-2).join('/')}${search}`;
}

/** A wait of the execution that was called at an address. */
function* findOf({ id, resumeUrl }: WaitOfExecution): Work<WaitRow | undefined> {
	const row = yield* one<WaitRow>(FIND, id);
	return row && placeOf(row.resume_url) === placeOf(resumeUrl) ? row : undefined;
}

/** An execution that asks again waits for the newer answer. */
const CLAIM = `
	UPDATE wait SET claimed_at = COALESCE(claimed_at, ?)
	WHERE id = ? AND resume_url = ? AND event_id IS NOT NULL AND NOT EXISTS (
		SELECT 1 FROM wait AS newer WHERE newer.resume_url = wait.resume_url AND newer.asked_at > wait.asked_at)
	RETURNING *`;

function* claimWait(wait: WaitOfExecution, now: number): Work<AnsweredWait | undefined> {
	const known = yield* findOf(wait);
	const row = known && (yield* one<WaitRow>(CLAIM, now, known.id, known.resume_url));
	const event = yield* findEvent(row?.event_id ?? null);
	return row && event && { wait: toAskedWait(row), event };
}

function* findOpenWait(wait: WaitOfExecution): Work<KeptWait | undefined> {
	const row = yield* findOf(wait);
	return row?.event_id === null ? toKeptWait(row) : undefined;
}

function* noteReminded(id: string, end: { messageId: string } | { dueAt: number } | undefined): Work<void> {
	const { messageId = null, dueAt = null } = { ...end } as { messageId?: string; dueAt?: number };
	yield* run(
		`UPDATE wait SET reminder_id = COALESCE(?, reminder_id), due_at = ?, due_since = ?, tries = 0
		 WHERE id = ? AND event_id IS NULL`,
		messageId,
		dueAt,
		dueAt,
		id,
	);
}

const TAKE_DUE = `
	UPDATE wait SET due_at = ?, tries = tries + 1
	WHERE id IN (SELECT id FROM wait WHERE due_at <= ? ORDER BY due_at LIMIT ?) AND due_at <= ?
	RETURNING *`;

export function* takeDueWaits(now: number, leaseMs: number, limit: number): Work<DueWait[]> {
	const rows = yield* all<WaitRow>(TAKE_DUE, now + leaseMs, now, limit, now);
	return rows.map((row) => ({
		id: row.id,
		resumeUrl: row.resume_url,
		tries: row.tries - 1,
		since: row.due_since!,
		...(row.event_id !== null && { eventId: row.event_id }),
	}));
}

export function* nextDueWait(): Work<number | undefined> {
	const row = yield* one<{ due_at: number }>(
		'SELECT due_at FROM wait WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1',
	);
	return row?.due_at;
}

function* isClaimedWait(id: string): Work<boolean> {
	return (yield* one<WaitRow>(FIND, id))?.claimed_at != null;
}

/** An execution doesn't wait any more. What answered it can answer another one. Who has taken the wait over keeps it. */
function* endWait({ id, resumeUrl }: WaitOfExecution, now: number): Work<void> {
	const row = yield* one<WaitRow>(
		'DELETE FROM wait WHERE id = ? AND resume_url = ? RETURNING *',
		id,
		resumeUrl,
	);
	const event = yield* findEvent(row?.event_id ?? null);
	if (event) yield* giveToWait(event, now);
}

function* settleWait(wait: WaitOfExecution, end: PostEnd, now: number): Work<void> {
	if (end === 'ended') return yield* endWait(wait, now);
	const againAt = end === 'delivered' ? null : end.againAt;
	yield* run('UPDATE wait SET due_at = ? WHERE id = ?', againAt, wait.id);
}

export function* answeringEvents(eventIds: string[]): Work<AnsweringEvent[]> {
	if (!(yield* one('SELECT 1 AS found FROM wait LIMIT 1'))) return [];
	const rows = yield* each<WaitRow>(
		'SELECT * FROM wait WHERE event_id = ?',
		eventIds.map((id) => [id]),
	);
	return rows.map(({ event_id, due_at }) => ({ eventId: event_id!, delivered: due_at === null }));
}

/** The waits in a customer's conversation. */
export function* waitsFor(channel: string, names: readonly string[]): Work<WaitRow[]> {
	return yield* each<WaitRow>(
		'SELECT * FROM wait WHERE channel = ? AND contact = ? ORDER BY asked_at, id',
		names.map((name) => [channel, name]),
	);
}

/** Nobody gets the customer's answers any more. */
export function* eraseWaits(channel: string, names: readonly string[]): Work<number> {
	let erased = 0;
	for (const name of names) {
		erased += yield* run('DELETE FROM wait WHERE channel = ? AND contact = ?', channel, name);
	}
	return erased;
}

export const waitWorks = {
	ask: writes(askWait),
	sent: writes(noteWaitSent),
	drop:
		({ write, runtime }: Runner) =>
		(wait: WaitOfExecution) =>
			write(() => endWait(wait, runtime.now())),
	claim: writes(claimWait),
	open: reads(findOpenWait),
	reminded: writes(noteReminded),
	takeDue: writes(takeDueWaits),
	nextDue: reads(nextDueWait),
	isClaimed: reads(isClaimedWait),
	settle: writes(settleWait),
	answering: reads(answeringEvents),
};
