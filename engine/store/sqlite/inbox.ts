import type { DatabaseSync } from 'node:sqlite';
import { withoutDepths } from '../../events/depth';
import type { MessagingEvent } from '../../events/messaging-event';
import type { StartState, Store } from '../store';

function written(event: MessagingEvent): string {
	try {
		return JSON.stringify(event);
	} catch {
		return JSON.stringify(withoutDepths(event));
	}
}

/** The log of fresh events, and the executions that triggers started for them. */
export function openInbox(database: DatabaseSync) {
	const append = database.prepare(
		'INSERT INTO inbox (id, received_at, event) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
	);
	const read = database.prepare('SELECT seq, event FROM inbox WHERE seq > ? ORDER BY seq LIMIT ?');
	const findStart = database.prepare(
		'SELECT confirmed, noted_at FROM start WHERE "trigger" = ? AND event_id = ?',
	);
	const noteStart = database.prepare(
		`INSERT INTO start ("trigger", event_id, confirmed, noted_at) VALUES (?, ?, 0, ?)
		 ON CONFLICT ("trigger", event_id) DO UPDATE SET noted_at = excluded.noted_at`,
	);
	const confirm = database.prepare('UPDATE start SET confirmed = 1 WHERE "trigger" = ? AND event_id = ?');
	const release = database.prepare(
		'DELETE FROM start WHERE "trigger" = ? AND event_id = ? AND confirmed = 0',
	);

	const inbox: Store['inbox'] = {
		async read({ after = 0, limit = 100 } = {}) {
			const rows = read.all(after, limit) as Array<{ seq: number; event: string }>;
			return rows.map(({ seq, event }) => ({ seq, event: JSON.parse(event) as MessagingEvent }));
		},
	};

	return {
		inbox,
		/** Whether the event was not there yet. */
		append(event: MessagingEvent, receivedAt: number): boolean {
			return append.run(event.id, receivedAt, written(event)).changes === 1;
		},
		noteStart(trigger: string, eventId: string, now: number, leaseMs: number): StartState {
			const known = findStart.get(trigger, eventId) as { confirmed: number; noted_at: number } | undefined;
			if (known?.confirmed === 1) return 'confirmed';
			if (known && known.noted_at + leaseMs > now) return 'busy';
			noteStart.run(trigger, eventId, now);
			return 'start';
		},
		settleStart(trigger: string, eventId: string, end: 'confirmed' | 'released'): void {
			(end === 'confirmed' ? confirm : release).run(trigger, eventId);
		},
	};
}
