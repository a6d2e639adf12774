import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { connect } from '../shared/connect';
import { readsNumber } from './on-inbox';

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
