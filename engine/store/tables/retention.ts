import type { InboxStats, Retention } from '../store';
import type { Work } from '../work';
import { all, one, run } from '../work';
import { newestSeq } from './subscriptions';

/** Subscriptions that were alive since then hold back what they have not settled. */
const STANDING = `
	SELECT min(seq) AS seq FROM partition_cursor
	WHERE subscription IN (SELECT id FROM subscription WHERE active = 1 AND seen_at >= ?)`;

/**
 * Forgets what is older than it is kept for: events with the marks of their redeliveries, except those that a living
 * subscription still has to settle, and settled sends and starts.
 */
export function* prune({ events, sends }: Retention): Work<number> {
	const standing = (yield* one<{ seq: number | null }>(STANDING, events))?.seq ?? Number.MAX_SAFE_INTEGER;
	yield* run('DELETE FROM start WHERE noted_at < ?', events);
	yield* run("DELETE FROM send WHERE at < ? AND state <> 'sending'", sends);
	return yield* run('DELETE FROM inbox WHERE received_at < ? AND seq <= ?', events, standing);
}

/** How full the inbox is, and how far each subscription is behind. */
export function* inboxStats(): Work<InboxStats> {
	const inbox = yield* one<{ seq: number; oldest: number }>(
		'SELECT seq, received_at AS oldest FROM inbox ORDER BY seq LIMIT 1',
	);
	const dead = yield* one<{ count: number }>('SELECT count(*) AS count FROM dead_letter');
	const newest = yield* newestSeq();
	const standing = yield* all<{ id: string; seq: number }>(
		`SELECT subscription AS id, min(seq) AS seq FROM partition_cursor
		 WHERE subscription IN (SELECT id FROM subscription WHERE active = 1) GROUP BY subscription ORDER BY subscription`,
	);
	const subscriptions: InboxStats['subscriptions'] = [];
	for (const { id, seq } of standing) {
		const next = yield* one<{ received_at: number }>(
			'SELECT received_at FROM inbox WHERE seq > ? ORDER BY seq LIMIT 1',
			seq,
		);
		subscriptions.push({ id, lag: newest - seq, ...(next && { oldestAt: next.received_at }) });
	}
	return {
		events: inbox ? newest - inbox.seq + 1 : 0,
		...(inbox && { oldestAt: inbox.oldest }),
		newestSeq: newest,
		deadLetters: dead?.count ?? 0,
		subscriptions,
	};
}
