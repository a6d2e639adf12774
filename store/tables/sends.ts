import { MINUTE } from '../../base';
import { normalizeAddress } from '../../engine';
import type { StateChanges } from '../../engine/state/register';
import type { SlotRequest } from '../../engine/store/rates';
import type {
	BegunSend,
	ConversationSpan,
	DecisionNote,
	SeenMessage,
	SendCap,
	SendRecord,
} from '../../engine/store/store';
import { reads, writes, writesLearnable, writesNoting } from '../methods';
import type { Value, Work } from '../work';
import { all, each, one, run } from '../work';
import { withinCaps } from './caps';
import { noteDecisions } from './decisions';
import { applyChanges } from './events';
import { erasedSends } from './erased/marks';
import { takeSlots } from './rates';
import { UNDER_ANOTHER_NAME } from './recipients/same-customer';
import { resolveNames } from './names';
import { changeSpending, giveBack, giveBackTold, reservedColumns } from './spending';
import type { SendRow } from './send-row';
import { isBefore, toSend } from './send-row';

const INSERT = `
	INSERT INTO send
		(key, channel, contact, action, template_name, template_language, category, opens, once_in, state, at, reserved,
		reserved_for)
	VALUES (
		?, ?, COALESCE((SELECT contact FROM alias WHERE scope = ? AND alias = ?), ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
	) ON CONFLICT (key) DO NOTHING
	RETURNING contact, (SELECT secret FROM counter WHERE name = 'inbox') AS secret`;

const AMEND = `
	UPDATE send SET action = ?, template_name = ?, template_language = ?, category = ?, opens = ?, at = ?,
		reserved = ?, reserved_for = ?, settled = NULL
	WHERE key = ? AND state = 'sending'`;

/** A status may have come before the answer, and says more. */
const END = `
	UPDATE send SET state = CASE WHEN ${isBefore('accept')} THEN ? ELSE state END,
		message_id = COALESCE(?, message_id), outcome = ?
	WHERE key = ?
	RETURNING CASE WHEN reserved IS NOT NULL AND settled IS NULL THEN 1 ELSE 0 END AS reserves`;

const FIND = `
	SELECT send.*, send.key AS found, counter.secret FROM counter LEFT JOIN send ON send.key IN (?, ?)
	WHERE counter.name = 'inbox'`;

function* findSend(key: string, formerKey = key): Work<SendRecord | undefined> {
	const rows = yield* all<SendRow & { secret: string | null; found: string | null }>(FIND, key, formerKey);
	const row = rows.find(({ found }) => found === key) ?? rows[0];
	if (row?.found != null) return toSend(row);
	if (row?.secret == null) return undefined;
	const erased = yield* erasedSends(row.secret, [key, formerKey]);
	const left = erased.get(key) ?? erased.get(formerKey);
	return left && toSend(left);
}

/** How long the answer to a send may take at most, so that a status that comes before it may be of that send. ms */
const ANSWER_TAKES = 10 * MINUTE;

const OWN_MESSAGES = `
	SELECT seen.column1 AS id FROM (VALUES (?, ?, ?, CAST(? AS BIGINT))) AS seen
	WHERE EXISTS (SELECT 1 FROM send WHERE send.message_id = seen.column1)
		OR EXISTS (
			SELECT 1 FROM send WHERE send.channel = seen.column2 AND send.state IN ('sending', 'unconfirmed')
				AND send.at >= seen.column4
				AND send.contact = COALESCE(
					(SELECT alias.contact FROM alias WHERE alias.scope = seen.column2 AND alias.alias = seen.column3),
					seen.column3))`;

function* ownMessagesOf(messages: readonly SeenMessage[]): Work<ReadonlySet<string>> {
	const rows = yield* each<{ id: string }>(
		OWN_MESSAGES,
		messages.map(({ channel, contact, messageId, at }) => [
			messageId,
			channel,
			normalizeAddress(contact),
			at - ANSWER_TAKES,
		]),
	);
	return new Set(rows.map(({ id }) => id));
}

/** What was refused at once has no message ID. */
const LAST_WITHIN = `
	SELECT span.column1 AS id, MAX(send.at) AS at
	FROM (VALUES (?, ?, ?, CAST(? AS BIGINT), CAST(? AS BIGINT))) AS span
	JOIN send ON send.channel = span.column2 AND send.contact = span.column3
		AND send.at BETWEEN span.column4 AND span.column5
		AND (send.message_id IS NOT NULL OR send.state IN ('sending', 'unconfirmed'))
	GROUP BY span.column1`;

function* lastSendsWithin(spans: readonly ConversationSpan[]): Work<ReadonlyMap<string, number>> {
	const resolve = yield* resolveNames(
		spans.map(({ channel, contact }) => [channel, normalizeAddress(contact)]),
	);
	const rows = yield* each<{ id: string; at: number }>(
		LAST_WITHIN,
		spans.map(({ id, channel, contact, from, to }) => [
			id,
			channel,
			resolve(channel, normalizeAddress(contact)),
			from,
			to,
		]),
	);
	return new Map(rows.map(({ id, at }) => [id, at]));
}

const formOf = ({ action, template, category, opens = false }: SendRecord): Value[] => [
	action,
	template?.name ?? null,
	template?.language ?? null,
	category ?? null,
	opens ? 1 : 0,
];

/** What a message adds to what is spent. */
const spentBy = ({ channel, reserve }: SendRecord) => (reserve ? [{ channel, ...reserve }] : []);

function* isWithinCaps(send: SendRecord, caps: readonly SendCap[], isNew: boolean): Work<boolean> {
	if (caps.length === 0) return true;
	return (yield* withinCaps(send.channel, [{ ...send, caps, isNew }])).has(send.key);
}

/** The send is noted before its slot is taken, so that one that is known takes none. */
function* beginSend(
	send: SendRecord,
	request: SlotRequest,
	caps: readonly SendCap[] = [],
	decision?: DecisionNote,
): Work<BegunSend> {
	const { key, channel, onceIn, state, at, reserve } = send;
	const contact = normalizeAddress(send.contact);
	const ofCustomer = [channel, channel, contact, contact];
	const [inserted] = yield* all<{ contact: string; secret: string | null }>(
		INSERT,
		key,
		...ofCustomer,
		...formOf(send),
		onceIn ?? null,
		state,
		at,
		...reservedColumns(reserve),
	);
	if (!inserted) return { known: (yield* findSend(key))! };
	const { secret } = inserted;
	const erased = secret === null ? undefined : (yield* erasedSends(secret, [key])).get(key);
	if (erased) {
		yield* dropSend(key);
		return { known: toSend(erased) };
	}
	const twin = onceIn === undefined ? undefined : yield* one<SendRow>(UNDER_ANOTHER_NAME, key);
	if (twin) {
		yield* dropSend(key);
		return { known: toSend(twin) };
	}
	if (!(yield* isWithinCaps({ ...send, contact: inserted.contact }, caps, true))) {
		yield* dropSend(key);
		return { capReached: true };
	}
	const taken = yield* takeSlots(request, 1);
	if (taken.none) {
		yield* dropSend(key);
		return { none: taken.none };
	}
	yield* changeSpending(spentBy(send), { isHeld: true });
	if (decision) yield* noteDecisions([decision]);
	return { slot: taken.slots[0]!, now: taken.now };
}

function* amendSend(send: SendRecord, caps: readonly SendCap[] = [], decision?: DecisionNote): Work<boolean> {
	if (caps.length > 0) {
		const noted = yield* findSend(send.key);
		if (noted && !(yield* isWithinCaps({ ...send, contact: noted.contact }, caps, false))) return false;
	}
	yield* giveBack([send.key]);
	const amended = yield* run(AMEND, ...formOf(send), send.at, ...reservedColumns(send.reserve), send.key);
	if (amended > 0) yield* changeSpending(spentBy(send));
	if (decision) yield* noteDecisions([decision]);
	return true;
}

type SendEnd = Pick<SendRecord, 'state' | 'messageId' | 'outcome'>;

function* endSend(key: string, { state, messageId, outcome }: SendEnd): Work<void> {
	const kept = outcome === undefined ? null : JSON.stringify(outcome);
	const ended = yield* one<{ reserves: number }>(END, state, messageId ?? null, kept, key);
	if (ended?.reserves) yield* giveBackTold([key]);
}

function* forgetSend(key: string): Work<void> {
	yield* giveBack([key]);
	yield* dropSend(key);
}

function* dropSend(key: string): Work<void> {
	yield* run('DELETE FROM send WHERE key = ?', key);
}

/** A work on a send, with what the send changes in the state. That goes first, as events lock in the same order. */
function* withChanges(changes: StateChanges[], work: Work<void>): Work<void> {
	yield* applyChanges(changes);
	yield* work;
}

export const sendWorks = {
	begin: writesNoting(beginSend, (begun, _send, _request, _caps, decision) => [
		begun,
		'slot' in begun ? [decision] : [],
	]),
	amend: writesNoting(amendSend, (isAmended, _send, _caps, decision) => [
		isAmended,
		isAmended ? [decision] : [],
	]),
	/** Undone, the message is unconfirmed until its next status tells. */
	end: writesLearnable((key: string, end: SendEnd, ...changes: StateChanges[]) =>
		withChanges(changes, endSend(key, end)),
	),
	forget: writes((key: string, ...changes: StateChanges[]) => withChanges(changes, forgetSend(key))),
	find: reads(findSend),
	ownOf: reads(ownMessagesOf),
	lastWithin: reads(lastSendsWithin),
};
