import type { IExecuteFunctions, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { Engine, Inbox, Store } from '../../engine';
import { connect } from '../shared/connect';
import type { ItemCall } from '../shared/operation';

/** The inbox of the credential's store, and the credential's number. */
interface OpenedInbox {
	engine: Engine;
	store: Store;
	inbox: Inbox;
	channel: string;
}

/** What acts on the inbox of the credential's store. */
export const ofInbox = {
	async open(context: IExecuteFunctions): Promise<OpenedInbox> {
		const { engine, store, credential } = await connect(context);
		return { engine, store, inbox: store.inbox, channel: credential.channel };
	},
};

/** What acts on a subscription: the chosen Inbox Trigger. It must read the credential's number. */
export const ofSubscription = {
	...ofInbox,
	async fields({ get, inbox, channel }: ItemCall & OpenedInbox): Promise<{ subscription: string }> {
		const subscription = get('subscription', '');
		if (await readsNumber(inbox, subscription, channel)) return { subscription };
		throw new Error(
			`The Inbox Trigger ${subscription} doesn't read the number ${channel}. Choose the credential of a number that it reads.`,
		);
	},
};

/** Whether a subscription reads a number, among others. One that isn't there any more has nothing to hide. */
async function readsNumber(inbox: Inbox, subscription: string, channel: string): Promise<boolean> {
	const channels = (await inbox.channelsOf(subscription)) ?? [];
	return channels.length === 0 || channels.includes(channel);
}

/** The Inbox Triggers that read the credential's number, among others, and those that left dead letters. */
export async function getSubscriptions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { store, credential } = await connect(this);
	const { inbox } = store;
	const { failing, subscriptions } = await inbox.stats();
	const names = new Map([...subscriptions, ...failing].map(({ id, name }) => [id, name ?? id]));
	const reading = await Promise.all(
		[...names].map(async ([value, name]) =>
			(await readsNumber(inbox, value, credential.channel)) ? [{ name, value }] : [],
		),
	);
	return reading.flat();
}
