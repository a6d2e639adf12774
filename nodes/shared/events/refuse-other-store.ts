import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import * as z from 'zod';
import type { StoreIdentity } from '../../../engine';
import type { Connected } from '../connect';

/** What an item of a trigger says about where its event is kept. */
const taken = z.lazy(() =>
	z.object({ channel: z.string(), store: z.object({ id: z.string(), name: z.string() }) }),
);

interface ExecutedNode {
	isExecuted: boolean;
	all(): Array<{ json: IDataObject }>;
}

const IS_TRIGGER = /\.businessMessaging(Inbox)?Trigger$/;

/** The items that the execution began with: nodes in between, such as an AI agent, make items of their own. */
export function itemsOfTrigger(context: IExecuteFunctions): IDataObject[] {
	const trigger = context.getParentNodes(context.getNode().name).find(({ type }) => IS_TRIGGER.test(type));
	if (!trigger) return [];
	const node = context.getWorkflowDataProxy(0).$(trigger.name) as ExecutedNode;
	return node.isExecuted ? node.all().map(({ json }) => json) : [];
}

const description = (other: string, own: string) =>
	`The event came into ${other}. This node ran with ${own}. All processes of n8n (main, webhook processes, and workers in queue mode) must use one store. Compare the Store field of the Business Messaging API credential. If it is empty, compare BUSINESS_MESSAGING_STORE in the environment of each process. If that isn't set either, each machine has a file of its own.`;

/**
 * The rules know a customer only from the store that the customer's messages came into: with another one, they would
 * answer that nobody ever wrote. Events of another number may come from another store.
 * @throws NodeOperationError that names both stores and says what to compare
 */
export async function refuseOtherStore(
	context: IExecuteFunctions,
	{ store, credential }: Pick<Connected, 'store' | 'credential'>,
): Promise<void> {
	const items = context.getInputData().map(({ json }) => json);
	const carried = items.some((json) => json.store !== undefined)
		? items
		: itemsOfTrigger(context).slice(0, 1);
	let own: StoreIdentity | undefined;
	for (const [itemIndex, json] of carried.entries()) {
		const { data } = taken.safeParse(json);
		if (!data || data.channel !== credential.channel) continue;
		own ??= await store.identity();
		if (data.store.id === own.id) continue;
		throw new NodeOperationError(
			context.getNode(),
			"This node uses another store than the trigger that took the customer's message in, so it doesn't know the conversation",
			{ itemIndex, description: description(data.store.name, own.name) },
		);
	}
}
