import { hashOf } from '../tables/erased/secret';
import { markErased } from '../tables/erased/marks';
import type { Value, Work } from '../work';
import { all, each } from '../work';

/** Something that was received: an event by its id, and when that was (epoch ms). */
export interface Received {
	id: string;
	at: number;
}

/** Notes that events are erased, before they are: their redeliveries change nothing and start nothing from now on. */
export function* markEvents(secret: string, events: Received[]): Work<void> {
	yield* markErased(events.map(({ id, at }) => ({ hash: hashOf(secret, 'event', id), at })));
}

const DELETE_EVENTS =
	'DELETE FROM inbox WHERE seq IN (SELECT column1 FROM (VALUES (CAST(? AS BIGINT))) AS gone) RETURNING seq';

const DELETE_LETTERS = `
	DELETE FROM dead_letter WHERE (subscription, seq) IN (
		SELECT column1, column2 FROM (VALUES (?, CAST(? AS BIGINT))) AS gone) RETURNING seq`;

const FORGET_ERRORS = `
	UPDATE dead_letter SET error = NULL WHERE (subscription, seq) IN (
		SELECT column1, column2 FROM (VALUES (?, CAST(? AS BIGINT))) AS gone) RETURNING seq`;

const DELETE_STARTS = `
	DELETE FROM start WHERE ("trigger", event_id) IN (
		SELECT column1, column2 FROM (VALUES (?, ?)) AS gone) RETURNING event_id`;

function* countOf(text: string, rows: Value[][]): Work<number> {
	return (yield* each(text, rows)).length;
}

export const deleteEvents = (seqs: number[]) =>
	countOf(
		DELETE_EVENTS,
		seqs.map((seq) => [seq]),
	);

export const deleteDeadLetters = (letters: Array<{ subscription: string; seq: number }>) =>
	countOf(
		DELETE_LETTERS,
		letters.map(({ subscription, seq }) => [subscription, seq]),
	);

/** The error of a batch is in the dead letters of all its events. */
export const forgetErrors = (letters: Array<{ subscription: string; seq: number }>) =>
	countOf(
		FORGET_ERRORS,
		letters.map(({ subscription, seq }) => [subscription, seq]),
	);

export const deleteStarts = (starts: Array<{ trigger: string; eventId: string }>) =>
	countOf(
		DELETE_STARTS,
		starts.map(({ trigger, eventId }) => [trigger, eventId]),
	);

const DELETE_STARTS_OF =
	'DELETE FROM start WHERE event_id IN (SELECT column1 FROM (VALUES (?)) AS gone) RETURNING event_id';

/** The executions that triggers started for events, by looking at all: for few events, in one transaction with them. */
export const deleteStartsOf = (eventIds: readonly string[]) =>
	countOf(
		DELETE_STARTS_OF,
		eventIds.map((id) => [id]),
	);

/** Registers that keep the id of the event that wrote them last, and aren't a customer's: of numbers and templates. */
const OF_OTHERS = `
	SELECT scope, subject, name, id FROM register WHERE subject = ''
	UNION ALL SELECT scope, subject, name, id FROM register WHERE subject LIKE 'template:%'`;

const OF_GROUPS = `
	SELECT register.scope, register.subject, register.name, register.id FROM (VALUES (?, ?)) AS asked
	JOIN register ON register.scope = asked.column1 AND register.subject = asked.column2`;

const RENAME = `
	UPDATE register SET id = past.column5 FROM (VALUES (?, ?, ?, ?, ?)) AS past
	WHERE register.scope = past.column1 AND register.subject = past.column2 AND register.name = past.column3
		AND register.id = past.column4`;

interface WrittenBy {
	scope: string;
	subject: string;
	name: string;
	id: string;
}

/** The ids of messages contain phone numbers: what stays in the state of others is named by a hash. */
export function* renameEvents(
	secret: string,
	channel: string,
	ids: ReadonlySet<string>,
	groups: ReadonlySet<string>,
): Work<void> {
	if (ids.size === 0) return;
	const rows = [
		...(yield* all<WrittenBy>(OF_OTHERS)),
		...(yield* each<WrittenBy>(
			OF_GROUPS,
			[...groups].map((group) => [channel, group]),
		)),
	].filter(({ id }) => ids.has(id));
	const keyed = rows.map((row): [string, WrittenBy] => [[row.scope, row.subject, row.name].join('\n'), row]);
	yield* each(
		RENAME,
		keyed
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([, { scope, subject, name, id }]) => [scope, subject, name, id, hashOf(secret, 'event', id)]),
	);
}
