import type { MessagingEvent, Store } from '../../../engine';
import { createEngine, parseWebhook } from '../../../engine';
import type { WorkflowNode } from '../../../tools/n8n';
import { poll } from '../../../tools/n8n';
import { customerMessage } from '../../support/wire';

/** An Inbox Trigger for messages that another process receives. */
export const inboxTrigger = (
	parameters: Record<string, unknown> = {},
	node: Partial<WorkflowNode> = {},
): Omit<WorkflowNode, 'id' | 'position'> => ({
	name: 'Inbox',
	type: 'n8n-nodes-business-messaging.businessMessagingInboxTrigger',
	typeVersion: 1,
	parameters: { events: ['message'], maxWait: 0, options: {}, ...parameters },
	credentials: { businessMessagingApi: { id: 'bmSandbox', name: 'Sandbox gateway' } },
	...node,
});

/** An Inbox node with an operation. */
export const inbox = (parameters: Record<string, unknown>): Omit<WorkflowNode, 'id' | 'position'> => ({
	...inboxTrigger(),
	type: 'n8n-nodes-business-messaging.businessMessagingInbox',
	parameters,
});

/** Runs JavaScript once for all items. */
export const code = (jsCode: string, name = 'Code') => ({
	name,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode },
});

/** Ingests messages that a customer wrote at a time (epoch ms), as a receiver in another process does. */
export async function ingestMessages(
	store: Store,
	channel: string,
	ids: string[],
	{ from = '491701234567', at = Date.now() }: { from?: string; at?: number } = {},
): Promise<MessagingEvent[]> {
	const events = ids.flatMap((id) => parseWebhook(customerMessage({ at, id, from, channel }), at));
	return (await createEngine({ store }).ingest(events)).fresh;
}

/** Waits until a subscription reads the inbox: publishing comes back before that, and it misses what came before. */
export async function untilSubscribed(store: Store, subscription: string): Promise<void> {
	const isThere = async () => {
		const { subscriptions } = await store.inbox.stats();
		return subscriptions.some(({ id }) => id === subscription) ? true : undefined;
	};
	await poll(isThere, { onTimeout: () => `${subscription} does not read the inbox.` });
}

/** Waits until a subscription has settled everything. */
export async function untilSettled(store: Store, subscription: string): Promise<void> {
	const isSettled = async () => {
		const { subscriptions } = await store.inbox.stats();
		return subscriptions.find(({ id }) => id === subscription)?.lag === 0 ? true : undefined;
	};
	await poll(isSettled, { onTimeout: () => `${subscription} did not settle its batches.` });
}
