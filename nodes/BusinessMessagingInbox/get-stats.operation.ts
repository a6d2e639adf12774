import { isoTime } from '../shared/json/iso-time';
import type { Operation } from '../shared/operation';
import { onInbox } from './on-inbox';

/** Gets how full the inbox is, and how far behind its readers are. */
export const getStats: Operation = {
	value: 'getStats',
	name: 'Get Stats',
	description: 'Get how full the inbox is, and how far behind its readers are',
	action: 'Get stats of the inbox',
	forEachItem: onInbox(async ({ inbox }) => {
		const { oldestAt, subscriptions, ...stats } = await inbox.stats();
		const readers = subscriptions.map((each) => ({ ...each, oldestAt: isoTime(each.oldestAt) }));
		return [{ ...stats, oldestAt: isoTime(oldestAt), subscriptions: readers }];
	}),
};
