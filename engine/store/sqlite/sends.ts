import type { DatabaseSync } from 'node:sqlite';
import type { SendRecord, Store } from '../store';

interface SendRow {
	key: string;
	channel: string;
	contact: string;
	action: SendRecord['action'];
	template_name: string | null;
	template_language: string | null;
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
	state: row.state,
	at: row.at,
	...(row.message_id !== null && { messageId: row.message_id }),
	...(row.outcome !== null && { outcome: JSON.parse(row.outcome) as unknown }),
});

/** The sends of a store, and how a status settles one. */
export function openSends(
	database: DatabaseSync,
): Store['sends'] & { settle(key: string, messageId: string): void } {
	const insert = database.prepare(
		`INSERT INTO send (key, channel, contact, action, template_name, template_language, state, at)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
	);
	const update = database.prepare('UPDATE send SET state = ?, message_id = ?, outcome = ? WHERE key = ?');
	const settle = database.prepare(
		"UPDATE send SET state = 'accepted', message_id = ? WHERE key = ? AND state = 'sending'",
	);
	const remove = database.prepare('DELETE FROM send WHERE key = ?');
	const select = database.prepare('SELECT * FROM send WHERE key = ?');
	const find = (key: string) => {
		const row = select.get(key) as SendRow | undefined;
		return row && toSend(row);
	};
	return {
		async begin({ key, channel, contact, action, template, state, at }) {
			const { changes } = insert.run(
				...[key, channel, contact, action],
				...[template?.name ?? null, template?.language ?? null, state, at],
			);
			return changes === 1 ? undefined : find(key);
		},
		async end(key, { state, messageId, outcome }) {
			update.run(state, messageId ?? null, outcome === undefined ? null : JSON.stringify(outcome), key);
		},
		async forget(key) {
			remove.run(key);
		},
		async find(key) {
			return find(key);
		},
		settle(key, messageId) {
			settle.run(messageId, key);
		},
	};
}
