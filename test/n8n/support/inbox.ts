import type { MessagingEvent, Store } from '../../../engine';
import { createEngine, parseWebhook } from '../../../engine';
import type { WorkflowNode } from '../../../tools/n8n';
import { poll } from '../../../tools/n8n';
import { customerMessage } from '../../support/wire';

/** The Inbox Trigger, for messages that are received elsewhere. */
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

/** An operation of the Inbox node. */
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

/** Takes in messages of a customer that were written at a time (epoch ms), as a receiver in another process does. */
export async function takeIn(
	store: Store,
	channel: string,
	ids: string[],
	{ from = '491701234567', at = Date.now() }: { from?: string; at?: number } = {},
): Promise<MessagingEvent[]> {
	const events = ids.flatMap((id) => parseWebhook(customerMessage({ at, id, from, channel }), at));
	return (await createEngine({ store }).ingest(events)).fresh;
}

/** Waits until a subscription has settled all there is. */
export async function untilSettled(
	store: Store,
	subscription: string,
	{ timeoutMs = 60_000 } = {},
): Promise<void> {
	const isSettled = async () => {
		const { subscriptions } = await store.inbox.stats();
		return subscriptions.find(({ id }) => id === subscription)?.lag === 0 ? true : undefined;
	};
	await poll(isSettled, {
		timeoutMs,
		onTimeout: () => `${subscription} does not settle its batches.`,
	});
}
