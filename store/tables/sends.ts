import { MINUTE } from '../../base';
import { normalizeAddress } from '../../engine';
import type { SendSettlement, Wake } from '../../engine/state/register';
import type { SlotRequest } from '../../engine/store/rates';
import type {
	BegunSend,
	ConversationSpan,
	DecisionNote,
	SeenMessage,
	SendCap,
	SendRecord,
} from '../../engine/store/store';
import type { Value, Work } from '../work';
import { all, CLOCK_MS, each, one, run } from '../work';
import { withinCaps } from './caps';
import { noteDecisions } from './decisions';
import { erasedSends } from './erased/marks';
import { takeSlots } from './rates';
import { UNDER_ANOTHER_NAME } from './recipients/same-customer';
import type { Resolve } from './names';
import { resolveNames } from './names';
import { changeSpending, giveBack, giveBackTold, reservedColumns } from './spending';
import type { SendRow } from './send-row';
import { isBefore, NO_LONGER_LOST, toSend } from './send-row';

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

const HEARD = `heard_at = COALESCE(send.heard_at, ${CLOCK_MS})`;

/** A condition that a status is of the number of a send, as far as it names one. */
const isOfNumber = (column: string) => `(past.${column} IS NULL OR send.channel = past.${column})`;

const settleText = (became: SendSettlement['became'], found: 'key' | 'message_id') => `
	UPDATE send SET state = '${became}', message_id = past.column2, due = NULL, waits_for = NULL, ${HEARD},
		${NO_LONGER_LOST}
	FROM (VALUES (?, ?, ?)) AS past
	WHERE send.${found} = past.column1 AND ${isOfNumber('column3')} AND ${isBefore(`hear ${became}`)}`;

/** Texts are compared by their bytes, so that every order of statuses leaves the same. */
const SAYS_MORE = `(send.state = 'unconfirmed' OR (past.column3 IS NOT NULL AND (
	send.failure_rule IS NULL OR past.column3 < send.failure_rule
	OR (past.column3 = send.failure_rule AND past.column4 < send.failure_reason))))`;

/**
 * A failure is told whatever came before, but beats only what says less. It is of the try that failed: a later one may be
 * on its way. If statuses name several, the first by its text stays.
 */
const failText = (found: 'key' | 'message_id') => `
	UPDATE send SET
		state = CASE WHEN ${isBefore('hear failed')} THEN 'failed' ELSE send.state END,
		message_id = past.column2, due = NULL, waits_for = NULL, ${HEARD},
		failure_rule = CASE WHEN ${SAYS_MORE} THEN past.column3 ELSE send.failure_rule END,
		failure_reason = CASE WHEN ${SAYS_MORE} THEN past.column4 ELSE send.failure_reason END
	FROM (VALUES (?, ?, ?, ?, CAST(? AS BIGINT), ?)) AS past
	WHERE send.${found} = past.column1 AND ${isOfNumber('column6')} AND (past.column5 IS NULL OR send.at = past.column5)
		AND (${isBefore('hear failed')} OR send.state IN ('failed', 'delivered', 'read'))`;

/** Later statuses say it again or say nothing, in whatever order they come. */
const priceText = (found: 'key' | 'message_id') => `
	UPDATE send SET pricing = past.column2 FROM (VALUES (?, ?, ?)) AS past
	WHERE send.${found} = past.column1 AND ${isOfNumber('column3')} AND send.pricing IS NULL`;

const WAKE = `
	UPDATE send SET due = 0 FROM (VALUES (?, ?)) AS woken
	WHERE send.channel = woken.column1 AND send.contact = woken.column2 AND send.state = 'held'`;

/** A status may have come before the answer, and says more. */
const END = `
	UPDATE send SET state = CASE WHEN ${isBefore('accept')} THEN ? ELSE state END, message_id = ?, outcome = ?
	WHERE key = ?
	RETURNING CASE WHEN reserved IS NOT NULL AND settled IS NULL THEN 1 ELSE 0 END AS reserves`;

const FIND = `
	SELECT send.*, send.key AS found, counter.secret FROM counter LEFT JOIN send ON send.key IN (?, ?)
	WHERE counter.name = 'inbox'`;

export function* findSend(key: string, formerKey = key): Work<SendRecord | undefined> {
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
			SELECT 1 FROM send WHERE send.channel = seen.column2 AND send.state = 'sending' AND send.at >= seen.column4
				AND send.contact = COALESCE(
					(SELECT alias.contact FROM alias WHERE alias.scope = seen.column2 AND alias.alias = seen.column3),
					seen.column3))`;

export function* ownMessagesOf(messages: readonly SeenMessage[]): Work<ReadonlySet<string>> {
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

export function* lastSendsWithin(spans: readonly ConversationSpan[]): Work<ReadonlyMap<string, number>> {
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
export function* beginSend(
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

export function* amendSend(
	send: SendRecord,
	caps: readonly SendCap[] = [],
	decision?: DecisionNote,
): Work<boolean> {
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

export function* endSend(
	key: string,
	{ state, messageId, outcome }: Pick<SendRecord, 'state' | 'messageId' | 'outcome'>,
): Work<void> {
	const kept = outcome === undefined ? null : JSON.stringify(outcome);
	const ended = yield* one<{ reserves: number }>(END, state, messageId ?? null, kept, key);
	if (ended?.reserves) yield* giveBackTold([key]);
}

export function* forgetSend(key: string): Work<void> {
	yield* giveBack([key]);
	yield* dropSend(key);
}

function* dropSend(key: string): Work<void> {
	yield* run('DELETE FROM send WHERE key = ?', key);
}

/** What can become of a send, each before what beats it: no order of statuses makes a difference. */
const BECOMES = ['accepted', 'failed', 'delivered', 'read'] as const;

const inOrderOfKeys = (rows: Map<string, Value[]>): Value[][] =>
	[...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

/** What statuses say that sends are charged as. In the order of their keys, each once. */
function* priceSends(settlements: SendSettlement[]): Work<void> {
	const priced = settlements.filter(({ pricing }) => pricing !== undefined);
	for (const found of ['key', 'message_id'] as const) {
		const first = new Map<string, Value[]>();
		for (const { key, messageId, channel = null, pricing } of priced) {
			if ((key === undefined) !== (found === 'message_id')) continue;
			const name = key ?? messageId;
			const ofNumber = `${name} ${channel}`;
			if (!first.has(ofNumber)) first.set(ofNumber, [name, JSON.stringify(pricing), channel]);
		}
		yield* each(priceText(found), inOrderOfKeys(first));
	}
}

/** Of two failures of one try, the first by its text. */
function firstFailure(a: Value[], b: Value[]): Value[] {
	const [[, , rule], [, , other]] = [a, b];
	if (rule === null || other === null) return rule === null ? b : a;
	const bytesOf = ([, , ...texts]: Value[]) => Buffer.from(texts.slice(0, 2).join('\0'));
	return Buffer.compare(bytesOf(a), bytesOf(b)) <= 0 ? a : b;
}

/** The values of statuses that say the same, each send once; of failures, each try. In the order of their keys. */
function valuesOf(settlements: SendSettlement[], found: 'key' | 'message_id'): Value[][] {
	const past = new Map<string, Value[]>();
	for (const { became, key, messageId, channel = null, ...failure } of settlements) {
		if ((key === undefined) !== (found === 'message_id')) continue;
		const name = key ?? messageId;
		const ofNumber = `${name} ${channel}`;
		if (became !== 'failed') past.set(ofNumber, [name, messageId, channel]);
		else {
			const { rule = null, reason = null, sentAt = null } = failure;
			const row = [name, messageId, rule, reason, sentAt, channel];
			const known = past.get(`${ofNumber} ${sentAt}`);
			past.set(`${ofNumber} ${sentAt}`, known ? firstFailure(known, row) : row);
		}
	}
	return inOrderOfKeys(past);
}

/** What statuses say of sends. */
export function* settleSends(settlements: SendSettlement[]): Work<void> {
	for (const became of BECOMES) {
		const some = settlements.filter((one) => one.became === became);
		for (const found of ['key', 'message_id'] as const) {
			yield* each(became === 'failed' ? failText(found) : settleText(became, found), valuesOf(some, found));
		}
	}
	yield* priceSends(settlements);
}

/** Makes held messages for some customers due again. */
export function* wakeHeld(wakes: Wake[], resolve: Resolve): Work<void> {
	yield* each(
		WAKE,
		wakes.map(({ channel, contact }) => [channel, resolve(channel, contact)]),
	);
}
