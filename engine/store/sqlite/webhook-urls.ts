import type { DatabaseSync } from 'node:sqlite';
import type { Store, WebhookUrl } from '../store';
import { inTransaction } from './transaction';

interface WebhookUrlRow {
	url: string;
	ours: number;
	active: number;
	owner_id: string | null;
	owner_name: string | null;
}

const toWebhookUrl = (row: WebhookUrlRow): WebhookUrl => ({
	url: row.url,
	ours: row.ours === 1,
	active: row.active === 1,
	...(row.owner_id !== null && { owner: { id: row.owner_id, name: row.owner_name ?? '' } }),
});

/** The webhook URLs of a store. A URL that was ours once stays ours, so that it is never restored as another's. */
export function openWebhookUrls(database: DatabaseSync): Store['webhooks'] {
	const list = database.prepare('SELECT * FROM webhook_url WHERE channel = ? ORDER BY at DESC, url');
	const noteForeign = database.prepare(
		`INSERT INTO webhook_url (channel, url, ours, active, at) VALUES (?, ?, 0, 0, ?)
		 ON CONFLICT (channel, url) DO UPDATE SET at = excluded.at WHERE ours = 0`,
	);
	const deactivateAll = database.prepare('UPDATE webhook_url SET active = 0 WHERE channel = ?');
	const noteOurs = database.prepare(
		`INSERT INTO webhook_url (channel, url, ours, active, owner_id, owner_name, at) VALUES (?, ?, 1, ?, ?, ?, ?)
		 ON CONFLICT (channel, url) DO UPDATE
		 SET ours = 1, active = excluded.active, owner_id = excluded.owner_id, owner_name = excluded.owner_name, at = excluded.at`,
	);
	const deactivate = database.prepare('UPDATE webhook_url SET active = 0 WHERE channel = ? AND url = ?');
	return {
		async list(channel) {
			return (list.all(channel) as unknown as WebhookUrlRow[]).map(toWebhookUrl);
		},
		async noteForeign(channel, url, at) {
			noteForeign.run(channel, url, at);
		},
		async noteOurs(channel, { url, owner, active }, at) {
			inTransaction(database, () => {
				if (active) deactivateAll.run(channel);
				noteOurs.run(channel, url, active ? 1 : 0, owner.id, owner.name, at);
			});
		},
		async deactivate(channel, url) {
			deactivate.run(channel, url);
		},
	};
}
