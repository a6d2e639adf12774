import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { connect } from '../shared/connect';

/** The Inbox Triggers that read the inbox, and those that left dead letters there. */
export async function getSubscriptions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { store } = await connect(this);
	const { failing, subscriptions } = await store.inbox.stats();
	const names = new Map([...subscriptions, ...failing].map(({ id, name }) => [id, name ?? id]));
	return [...names].map(([value, name]) => ({ name, value }));
}
