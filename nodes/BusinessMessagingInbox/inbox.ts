import type { IExecuteFunctions, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { Inbox, Store } from '../../engine';
import { connectStore } from '../shared/connect';
import { credentialsOf, listNumbers } from '../shared/credential';
import type { Credential } from '../shared/credential';
import type { ItemCall } from '../shared/operation';

/** The inbox of the credential's store, and the credential's numbers. */
interface OpenedInbox {
	store: Store;
	inbox: Inbox;
	numbers: readonly Credential[];
}

/** What acts on the inbox of the credential's store. */
export const ofInbox = {
	async open(context: IExecuteFunctions): Promise<OpenedInbox> {
		const { store } = await connectStore(context);
		return { store, inbox: store.inbox, numbers: await credentialsOf(context) };
	},
};

/** What acts on a subscription: the chosen Inbox Trigger. It must read one of the credential's numbers. */
export const ofSubscription = {
	...ofInbox,
	async fields({ get, inbox, numbers }: ItemCall & OpenedInbox): Promise<{ subscription: string }> {
		const subscription = get('subscription', '');
		if (await readsNumbers(inbox, subscription, numbers)) return { subscription };
		throw new Error(
			`The Inbox Trigger ${subscription} doesn't read the number ${listNumbers(numbers)}. Choose the credential of a number that it reads.`,
		);
	},
};

/** Whether a subscription reads one of the numbers, among others. One that isn't there any more has nothing to hide. */
export async function readsNumbers(
	inbox: Inbox,
	subscription: string,
	numbers: readonly Credential[],
): Promise<boolean> {
	const channels = (await inbox.channelsOf(subscription)) ?? [];
	return channels.length === 0 || numbers.some(({ channel }) => channels.includes(channel));
}

/** The Inbox Triggers that read one of the credential's numbers, among others, and those that left dead letters. */
export async function getSubscriptions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const numbers = await credentialsOf(this);
	const { inbox } = (await connectStore(this)).store;
	const { failing, subscriptions } = await inbox.stats();
	const names = new Map([...subscriptions, ...failing].map(({ id, name }) => [id, name ?? id]));
	const reading = await Promise.all(
		[...names].map(async ([value, name]) =>
			(await readsNumbers(inbox, value, numbers)) ? [{ name, value }] : [],
		),
	);
	return reading.flat();
}
