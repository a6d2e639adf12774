import { normalizeAddress } from '../../../platform';
import type { SendSettlement } from '../../state/register';
import type { DecisionState, SendRecord } from '../store';
import type { Work } from '../work';
import { all, each, one, run } from '../work';
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
});

const INSERT = `
	INSERT INTO send
		(key, channel, contact, action, template_name, template_language, category, opens, state, at)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`;

const SETTLE = `
	UPDATE send SET state = 'accepted', message_id = settled.column2 FROM (VALUES (?, ?)) AS settled
	WHERE send.key = settled.column1 AND send.state = 'sending'`;

const SENT_TO = `
	SELECT at, action, category FROM send
	WHERE channel = ? AND contact = ? AND at >= ? AND state <> 'refused' ORDER BY at`;

const NEW_CUSTOMERS = `
	SELECT count(DISTINCT contact) AS count, min(at) AS oldest, max(CASE WHEN contact = ? THEN 1 ELSE 0 END) AS known
	FROM send WHERE channel = ? AND opens = 1 AND at >= ? AND state <> 'refused'`;

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
	yield* run(
		'UPDATE send SET state = ?, message_id = ?, outcome = ? WHERE key = ?',
		...[state, messageId ?? null, outcome === undefined ? null : JSON.stringify(outcome), key],
	);
}

export function* forgetSend(key: string): Work<void> {
	yield* run('DELETE FROM send WHERE key = ?', key);
}

/** What statuses say of sends whose answer is not known. In the order of their keys, each once. */
export function* settleSends(settlements: SendSettlement[]): Work<void> {
	const messages = new Map(settlements.map(({ key, messageId }) => [key, messageId]));
	yield* each(
		SETTLE,
		[...messages].sort(([a], [b]) => (a < b ? -1 : 1)),
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
