import { normalizeAddress } from '../../engine';
import type { SendSettlement, Wake } from '../../engine/state/register';
import type { SlotRequest } from '../../engine/store/rates';
import type { BegunSend, DecisionState, SendRecord } from '../../engine/store/store';
import type { Value, Work } from '../work';
import { all, each, one, run } from '../work';
import { takeSlots } from './rates';
import type { Resolve } from './names';
import type { SendRow } from './send-row';
import { isBefore, toSend } from './send-row';

const INSERT = `
	INSERT INTO send
		(key, channel, contact, action, template_name, template_language, category, opens, state, at)
	VALUES (
		?, ?, COALESCE((SELECT contact FROM alias WHERE scope = ? AND alias = ?), ?), ?, ?, ?, ?, ?, ?, ?
	) ON CONFLICT (key) DO NOTHING`;

const AMEND = `
	UPDATE send SET action = ?, template_name = ?, template_language = ?, category = ?, opens = ?, at = ?
	WHERE key = ? AND state = 'sending'`;

/** Of a failure: only of the try that failed, as a later one may be on its way. */
const OF_THIS_TRY = 'AND (past.column5 IS NULL OR send.at = past.column5)';

const settleText = (became: SendSettlement['became'], found: 'key' | 'message_id') => `
	UPDATE send SET
		state = '${became}', message_id = past.column2, due = NULL, waits_for = NULL,
		rule = COALESCE(past.column3, send.rule), reason = COALESCE(past.column4, send.reason)
	FROM (VALUES (?, ?, ?, ?, CAST(? AS BIGINT))) AS past
	WHERE send.${found} = past.column1 AND ${isBefore(`hear ${became}`)} ${became === 'failed' ? OF_THIS_TRY : ''}`;

const WAKE = `
	UPDATE send SET due = 0 FROM (VALUES (?, ?)) AS woken
	WHERE send.channel = woken.column1 AND send.contact = woken.column2 AND send.state = 'held'`;

/** A status may have come before the answer, and says more. */
const END = `
	UPDATE send SET state = CASE WHEN ${isBefore('accept')} THEN ? ELSE state END, message_id = ?, outcome = ?
	WHERE key = ?`;

const SENT_TO = `
	SELECT at, action, category FROM send
	WHERE channel = ? AND contact = ? AND at >= ? AND state <> 'failed' ORDER BY at`;

const NEW_CUSTOMERS = `
	SELECT count(DISTINCT contact) AS count, min(at) AS oldest, max(CASE WHEN contact = ? THEN 1 ELSE 0 END) AS known
	FROM send WHERE channel = ? AND opens = 1 AND at >= ? AND state <> 'failed'`;

export function* findSend(key: string): Work<SendRecord | undefined> {
	const row = yield* one<SendRow>('SELECT * FROM send WHERE key = ?', key);
	return row && toSend(row);
}

const formOf = ({ action, template, category, opens = false }: SendRecord): Value[] => [
	action,
	template?.name ?? null,
	template?.language ?? null,
	category ?? null,
	opens ? 1 : 0,
];

/** The send is noted before its slot is taken, so that one that is known takes none. */
export function* beginSend(send: SendRecord, request: SlotRequest): Work<BegunSend> {
	const { key, channel, state, at } = send;
	const contact = normalizeAddress(send.contact);
	const ofCustomer = [channel, channel, contact, contact];
	const inserted = yield* run(INSERT, key, ...ofCustomer, ...formOf(send), state, at);
	if (inserted === 0) return { known: (yield* findSend(key))! };
	const { slots, none } = yield* takeSlots(request, 1);
	if (!none) return { slot: slots[0]! };
	yield* forgetSend(key);
	return { none };
}

export function* amendSend(send: SendRecord): Work<void> {
	yield* run(AMEND, ...formOf(send), send.at, send.key);
}

export function* endSend(
	key: string,
	{ state, messageId, outcome }: Pick<SendRecord, 'state' | 'messageId' | 'outcome'>,
): Work<void> {
	yield* run(END, state, messageId ?? null, outcome === undefined ? null : JSON.stringify(outcome), key);
}

export function* forgetSend(key: string): Work<void> {
	yield* run('DELETE FROM send WHERE key = ?', key);
}

/** What can become of a send, each before what beats it: no order of statuses makes a difference. */
const BECOMES = ['accepted', 'failed', 'delivered', 'read'] as const;

/** What statuses say of sends. In the order of their keys, each once. */
export function* settleSends(settlements: SendSettlement[]): Work<void> {
	for (const became of BECOMES) {
		for (const found of ['key', 'message_id'] as const) {
			const past = settlements
				.filter((one) => one.became === became && (one.key === undefined) === (found === 'message_id'))
				.map(({ key, messageId, rule, reason, sentAt }): [string, Value[]] => [
					key ?? messageId,
					[key ?? messageId, messageId, rule ?? null, reason ?? null, sentAt ?? null],
				]);
			const ordered = [...new Map(past)].sort(([a], [b]) => (a < b ? -1 : 1));
			yield* each(
				settleText(became, found),
				ordered.map(([, values]) => values),
			);
		}
	}
}

/** Makes held messages for some customers due again. */
export function* wakeHeld(wakes: Wake[], resolve: Resolve): Work<void> {
	yield* each(
		WAKE,
		wakes.map(({ channel, contact }) => [channel, resolve(channel, contact)]),
	);
}

/** What was sent to a customer since a time, oldest first. */
export function* sentTo(channel: string, contact: string, since: number): Work<DecisionState['sent']> {
	const rows = yield* all<Pick<SendRow, 'at' | 'action' | 'category'>>(SENT_TO, channel, contact, since);
	return rows.map(({ at, action, category }) => ({ at, action, ...(category !== null && { category }) }));
}

/** The customers that a channel wrote to on its own initiative since a time. */
export function* newCustomers(
	channel: string,
	contact: string,
	since: number,
): Work<DecisionState['newCustomers']> {
	const row = yield* one<{ count: number; oldest: number | null; known: number | null }>(
		NEW_CUSTOMERS,
		...[contact, channel, since],
	);
	const { count = 0, oldest = null, known = null } = row ?? {};
	return { count, ...(oldest !== null && { oldestAt: oldest }), known: known === 1 };
}
