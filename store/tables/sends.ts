import { normalizeAddress } from '../../platform';
import type { SendSettlement, Wake } from '../../engine/state/register';
import type { DecisionState, SendRecord } from '../../engine/store/store';
import type { Value, Work } from '../work';
import { all, each, one, run } from '../work';
import { isBefore } from './recipients/row';
import type { Resolve } from './registers';
import { resolveName } from './registers';

interface SendRow {
	key: string;
	channel: string;
	contact: string;
	action: SendRecord['action'];
	template_name: string | null;
	template_language: string | null;
	category: string | null;
	opens: number;
	state: SendRecord['state'];
	at: number;
	message_id: string | null;
	outcome: string | null;
	campaign: string | null;
	due: number | null;
	reason: string | null;
}

const toSend = (row: SendRow): SendRecord => ({
	key: row.key,
	channel: row.channel,
	contact: row.contact,
	action: row.action,
	...(row.template_name !== null && {
		template: { name: row.template_name, language: row.template_language ?? '' },
	}),
	...(row.category !== null && { category: row.category }),
	...(row.opens === 1 && { opens: true }),
	state: row.state,
	at: row.at,
	...(row.message_id !== null && { messageId: row.message_id }),
	...(row.outcome !== null && { outcome: JSON.parse(row.outcome) as unknown }),
	...(row.campaign !== null && { campaign: row.campaign }),
	...(row.due !== null && { due: row.due }),
	...(row.reason !== null && { reason: row.reason }),
});

const INSERT = `
	INSERT INTO send
		(key, channel, contact, action, template_name, template_language, category, opens, state, at)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`;

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

export function* beginSend(send: SendRecord): Work<SendRecord | undefined> {
	const contact = yield* resolveName(send.channel, normalizeAddress(send.contact));
	const { template, category = null, opens = false } = send;
	const inserted = yield* run(
		INSERT,
		...[send.key, send.channel, contact, send.action],
		...[template?.name ?? null, template?.language ?? null, category, opens ? 1 : 0],
		...[send.state, send.at],
	);
	return inserted === 1 ? undefined : yield* findSend(send.key);
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

/** Has what is held for some customers looked at again. */
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

/** The customers that a channel wrote to of its own accord since a time. */
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
