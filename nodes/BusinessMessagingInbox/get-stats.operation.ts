import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { BUILD } from '../../base';
import type { ForwardStats, Inbox, Store } from '../../engine';
import { accountOfNumber, createEngine } from '../../engine';
import type { Sample } from '../../monitoring';
import { expose, EXPOSITION_TYPE, storeSamples } from '../../monitoring';
import type { Credential } from '../shared/credential';
import type { Operation } from '../shared/operation';
import { perItem } from '../shared/operation';
import { isoTime } from '../shared/times';
import { ofInbox, readsNumbers } from './inbox';
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
			description:
				'All metrics, as Prometheus reads them, in the field <code>metrics</code>. Those of numbers, accounts, and Inbox Triggers are of the credential, all others of the whole store.',
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

/** What of the store's figures belongs to the numbers of a credential. What names nobody is the store's. */
async function ownOf(store: Store, inbox: Inbox, numbers: readonly Credential[]) {
	const channels = numbers.map(({ channel }) => channel);
	const accounts = await Promise.all(
		numbers.map(async ({ account, channel }) => account ?? (await accountOfNumber(store, channel))),
	);
	const scopes = new Set([...channels, ...accounts]);
	const { failing, subscriptions } = await inbox.stats();
	const reading = new Set<string>();
	for (const { id } of [...subscriptions, ...failing]) {
		if (await readsNumbers(inbox, id, numbers)) reading.add(id);
	}
	return {
		isReader: ({ id }: { id: string }) => reading.has(id),
		isOwn: ({ labels: { number, account, subscription } = {} }: Sample) =>
			(number === undefined || channels.includes(String(number))) &&
			(account === undefined || scopes.has(String(account))) &&
			(subscription === undefined || reading.has(String(subscription))),
	};
}

/** Gets how full the inbox is, how far behind its readers are, and how long things are kept; or all metrics. */
export const getStats: Operation = {
	value: 'getStats',
	name: 'Get Stats',
	description:
		'Get how full the inbox of the store is, how far behind its readers and the systems in Forward To are, and how long things are kept; or all metrics for Prometheus. Of numbers and Inbox Triggers, only those of the credential are listed.',
	action: 'Get stats of the inbox',
	numbers: 'any',
	fields: [outputField],
	forEachItem: perItem(ofInbox, async ({ get, inbox, numbers, store }) => {
		const { isOwn, isReader } = await ownOf(store, inbox, numbers);
		if (get<string>('statsOutput', 'fields') === 'prometheus') {
			const samples = (await storeSamples(createEngine({ store }))).filter(isOwn);
			return { json: { metrics: expose(samples), contentType: EXPOSITION_TYPE } };
		}
		const { oldestAt, subscriptions, failing, ...stats } = await inbox.stats();
		const readers = subscriptions
			.filter(isReader)
			.map((each) => ({ ...each, oldestAt: isoTime(each.oldestAt) }));
		const forwards = (await store.forwards.stats()).map(forwardJson);
		const retention = retentionJson(await store.retention.read());
		const build = { version: BUILD.version, commit: BUILD.commit ?? null };
		return {
			json: {
				...stats,
				failing: failing.filter(isReader),
				oldestAt: isoTime(oldestAt),
				subscriptions: readers,
				forwards,
				...retention,
				...build,
			},
		};
	}),
};
