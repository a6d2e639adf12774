import type { InboxStats, Retention } from '../../engine/store/store';
import type { Work } from '../work';
import { all, one, run } from '../work';
import { newestSeq } from './subscriptions';

/** Subscriptions that were alive since then hold back what they have not settled. */
const STANDING = `
	SELECT min(seq) AS seq FROM partition_cursor
	WHERE subscription IN (SELECT id FROM subscription WHERE active = 1 AND seen_at >= ?)`;

const ENDED = "'accepted', 'delivered', 'read', 'failed'";
const KEPT = 'SELECT id FROM campaign WHERE kept = 1';

/** Campaigns of which nothing was sent since then, and in which nobody waits. */
const PAST_CAMPAIGNS = `
	SELECT id FROM campaign WHERE kept = 0 AND COALESCE(last_sent_at, planned_at) < ? AND NOT EXISTS (
		SELECT 1 FROM send WHERE send.campaign = campaign.id AND send.due IS NOT NULL)`;

/**
 * Forgets what is older than it is kept: events with the marks of their redeliveries, except those that a living
 * subscription still has to settle; settled sends and started executions; and campaigns that are over.
 */
export function* prune({ events, sends }: Retention): Work<number> {
	const standing = (yield* one<{ seq: number | null }>(STANDING, events))?.seq ?? Number.MAX_SAFE_INTEGER;
	yield* run('DELETE FROM start WHERE noted_at < ?', events);
	yield* run("DELETE FROM send WHERE at < ? AND state <> 'sending' AND campaign IS NULL", sends);
	yield* run(
		`DELETE FROM send WHERE at > 0 AND at < ? AND state IN (${ENDED}) AND campaign IN (${KEPT})`,
		sends,
	);
	for (const { id } of yield* all<{ id: string }>(PAST_CAMPAIGNS, sends)) {
		yield* run('DELETE FROM send WHERE campaign = ?', id);
		yield* run('DELETE FROM campaign WHERE id = ?', id);
	}
	return yield* run('DELETE FROM inbox WHERE received_at < ? AND seq <= ?', events, standing);
}

interface Named {
	id: string;
	name: string | null;
}

const named = ({ id, name }: Named) => ({ id, ...(name && { name }) });

/** How full the inbox is, and how far each subscription is behind. */
export function* inboxStats(): Work<InboxStats> {
	const inbox = yield* one<{ seq: number; oldest: number }>(
		'SELECT seq, received_at AS oldest FROM inbox ORDER BY seq LIMIT 1',
	);
	const failing = yield* all<Named & { deadLetters: number }>(
		`SELECT subscription AS id, min(name) AS name, count(*) AS "deadLetters"
		 FROM dead_letter LEFT JOIN subscription ON subscription.id = dead_letter.subscription
		 GROUP BY subscription ORDER BY subscription`,
	);
	const newest = yield* newestSeq();
	const standing = yield* all<Named & { seq: number }>(
		`SELECT id, min(name) AS name, min(seq) AS seq
		 FROM subscription JOIN partition_cursor ON partition_cursor.subscription = subscription.id
		 WHERE active = 1 GROUP BY id ORDER BY id`,
	);
	const subscriptions: InboxStats['subscriptions'] = [];
	for (const { seq, ...subscription } of standing) {
		const next = yield* one<{ received_at: number }>(
			'SELECT received_at FROM inbox WHERE seq > ? ORDER BY seq LIMIT 1',
			seq,
		);
		subscriptions.push({
			...named(subscription),
			lag: newest - seq,
			...(next && { oldestAt: next.received_at }),
		});
	}
	return {
		events: inbox ? newest - inbox.seq + 1 : 0,
		...(inbox && { oldestAt: inbox.oldest }),
		newestSeq: newest,
		deadLetters: failing.reduce((sum, { deadLetters }) => sum + deadLetters, 0),
		failing: failing.map(({ deadLetters, ...subscription }) => ({ ...named(subscription), deadLetters })),
		subscriptions,
	};
}
