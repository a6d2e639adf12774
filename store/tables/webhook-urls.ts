import type { WebhookUrl } from '../../engine/store/store';
import { reads, writes } from '../methods';
import type { Work } from '../work';
import { all, lock, run } from '../work';

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

const NOTE_FOREIGN = `
	INSERT INTO webhook_url (channel, url, ours, active, at) VALUES (?, ?, 0, 0, ?)
	ON CONFLICT (channel, url) DO UPDATE SET at = excluded.at WHERE webhook_url.ours = 0`;

const NOTE_OURS = `
	INSERT INTO webhook_url (channel, url, ours, active, owner_id, owner_name, at) VALUES (?, ?, 1, ?, ?, ?, ?)
	ON CONFLICT (channel, url) DO UPDATE SET
		ours = 1, active = excluded.active, owner_id = excluded.owner_id, owner_name = excluded.owner_name,
		at = excluded.at`;

function* listWebhookUrls(channel: string): Work<WebhookUrl[]> {
	const rows = yield* all<WebhookUrlRow>(
		'SELECT * FROM webhook_url WHERE channel = ? ORDER BY at DESC, url',
		channel,
	);
	return rows.map(toWebhookUrl);
}

function* noteForeignUrl(channel: string, url: string, at: number): Work<void> {
	yield* run(NOTE_FOREIGN, channel, url, at);
}

/** A URL that was ours once stays ours, so that it's never restored as somebody else's. */
function* noteOurUrl(
	channel: string,
	{ url, owner, active }: Required<Omit<WebhookUrl, 'ours'>>,
	at: number,
): Work<void> {
	yield* lock('webhook-urls');
	if (active) yield* run('UPDATE webhook_url SET active = 0 WHERE channel = ?', channel);
	yield* run(NOTE_OURS, channel, url, active ? 1 : 0, owner.id, owner.name, at);
}

function* deactivateUrl(channel: string, url: string): Work<void> {
	yield* run('UPDATE webhook_url SET active = 0 WHERE channel = ? AND url = ?', channel, url);
}

export const webhookUrlWorks = {
	list: reads(listWebhookUrls),
	noteForeign: writes(noteForeignUrl),
	noteOurs: writes(noteOurUrl),
	deactivate: writes(deactivateUrl),
};
