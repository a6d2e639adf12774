import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { BUILD } from '../../base';
import type { ForwardStats } from '../../engine';
import { createEngine } from '../../engine';
import { expose, EXPOSITION_TYPE, storeSamples } from '../../monitoring';
import type { Operation } from '../shared/operation';
import { perItem } from '../shared/operation';
import { isoTime } from '../shared/times';
import { ofInbox } from './inbox';
import { retentionJson } from './set-retention.operation';

const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'statsOutput',
	type: 'options',
	options: [
		{
			name: 'Fields',
			value: 'fields',
			description: 'How full the inbox is, how far behind its readers are, and how long things are kept',
		},
		{
			name: 'Prometheus Text',
			value: 'prometheus',
			description: 'All metrics of the store, as Prometheus reads them, in the field <code>metrics</code>',
		},
	],
	default: 'fields',
	description: 'What to return',
};

/** How far behind another system is that deliveries are forwarded to. */
const forwardJson = ({ oldestAt, forwardedAt, failedAt, error, ...counts }: ForwardStats): IDataObject => ({
	...counts,
	oldestAt: isoTime(oldestAt),
	lastForwardedAt: isoTime(forwardedAt),
	lastFailedAt: isoTime(failedAt),
	lastError: error ?? null,
});

/** Gets how full the inbox is, how far behind its readers are, and how long things are kept; or all metrics. */
export const getStats: Operation = {
	value: 'getStats',
	name: 'Get Stats',
	description:
		'Get how full the inbox is, how far behind its readers and the systems in Forward To are, and how long things are kept; or all metrics for Prometheus',
	action: 'Get stats of the inbox',
	numbers: 'any',
	fields: [outputField],
	forEachItem: perItem(ofInbox, async ({ get, inbox, store }) => {
		if (get<string>('statsOutput', 'fields') === 'prometheus') {
			return {
				json: { metrics: expose(await storeSamples(createEngine({ store }))), contentType: EXPOSITION_TYPE },
			};
		}
		const { oldestAt, subscriptions, ...stats } = await inbox.stats();
		const readers = subscriptions.map((each) => ({ ...each, oldestAt: isoTime(each.oldestAt) }));
		const forwards = (await store.forwards.stats()).map(forwardJson);
		const retention = retentionJson(await store.retention.read());
		const build = { version: BUILD.version, commit: BUILD.commit ?? null };
		return {
			json: {
				...stats,
				oldestAt: isoTime(oldestAt),
				subscriptions: readers,
				forwards,
				...retention,
				...build,
			},
		};
	}),
};
