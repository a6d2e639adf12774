import type { IDataObject } from 'n8n-workflow';
import type { ForwardStats } from '../../engine';
import type { Operation } from '../shared/operation';
import { perItem } from '../shared/operation';
import { isoTime } from '../shared/times';
import { dropDeadLetters, getDeadLetters, replayDeadLetters } from './dead-letters.operations';
import { ofInbox } from './inbox';
import { retentionJson, setRetention } from './set-retention.operation';

/** How far behind another system is that deliveries are forwarded to. */
const forwardJson = ({ oldestAt, forwardedAt, failedAt, error, ...counts }: ForwardStats): IDataObject => ({
	...counts,
	oldestAt: isoTime(oldestAt),
	lastForwardedAt: isoTime(forwardedAt),
	lastFailedAt: isoTime(failedAt),
	lastError: error ?? null,
});

/** Gets how full the inbox is, how far behind its readers are, and how long things are kept. */
const getStats: Operation = {
	value: 'getStats',
	name: 'Get Stats',
	description:
		'Get how full the inbox is, how far behind its readers and the systems in Forward To are, and how long things are kept',
	action: 'Get stats of the inbox',
	numbers: 'any',
	forEachItem: perItem(ofInbox, async ({ inbox, store }) => {
		const { oldestAt, subscriptions, ...stats } = await inbox.stats();
		const readers = subscriptions.map((each) => ({ ...each, oldestAt: isoTime(each.oldestAt) }));
		const forwards = (await store.forwards.stats()).map(forwardJson);
		const retention = retentionJson(await store.retention.read());
		return {
			json: { ...stats, oldestAt: isoTime(oldestAt), subscriptions: readers, forwards, ...retention },
		};
	}),
};

/** The operations, in the order of their names. */
export const operations: readonly Operation[] = [
	dropDeadLetters,
	getDeadLetters,
	getStats,
	replayDeadLetters,
	setRetention,
];
