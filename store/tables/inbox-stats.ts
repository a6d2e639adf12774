import type { InboxStats } from '../../engine/store/store';
import { reads } from '../methods';
import type { Work } from '../work';
import { all, one } from '../work';
import { newestSeq } from './subscriptions';

interface Named {
	id: string;
	name: string | null;
}

const named = ({ id, name }: Named) => ({ id, ...(name && { name }) });

/** How full the inbox is, and how far each subscription is behind. */
function* inboxStats(): Work<InboxStats> {
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

export const inboxStatsWorks = {
	stats: reads(inboxStats),
};
