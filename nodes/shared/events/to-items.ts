import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Engine, MessagingEvent, Store } from '../../../engine';
import { createEngine, findPolicy } from '../../../engine';
import { joinItems } from './join-items';
import { toItem } from './to-item';

type Reactions = Pick<Engine, 'reactionsTo'>;

/** An event as an item, with its reactions. */
export const itemOf = async (event: MessagingEvent, { reactionsTo }: Reactions, withRaw: boolean) =>
	toItem(event, await reactionsTo(event), withRaw);

/** The messages that waited for silence together, as one item. */
export async function itemOfBurst(
	messages: readonly MessagingEvent[],
	engine: Reactions,
	withRaw: boolean,
): Promise<IDataObject> {
	const items: IDataObject[] = [];
	for (const message of messages) items.push(await itemOf(message, engine, withRaw));
	return joinItems(items);
}

/** Makes items of events. Those of messages that waited together are one. */
export type ToItems = (groups: readonly EventGroup[], repeat: boolean) => Promise<INodeExecutionData[]>;

/** An event, or the messages of a conversation that waited together. */
export type EventGroup = MessagingEvent | readonly MessagingEvent[];

/**
 * Reads the policy whose reactions the items carry, as it is now. Items that may have come before have the field
 * `repeat`.
 * @throws what the store throws, and Error if the policy doesn't exist
 */
export function createToItems(store: Store, policyName: string, withRaw: boolean): () => Promise<ToItems> {
	let last: { engine: Engine; version: number | undefined } | undefined;

	return async () => {
		const policy = await findPolicy(store, policyName);
		if (last?.version !== policy.version) last = undefined;
		const { engine } = (last ??= { engine: createEngine({ store, policy }), version: policy.version });

		return async (groups, repeat) => {
			const items: INodeExecutionData[] = [];
			for (const group of groups) {
				const json = await (Array.isArray(group)
					? itemOfBurst(group as MessagingEvent[], engine, withRaw)
					: itemOf(group as MessagingEvent, engine, withRaw));
				items.push({ json: repeat ? { ...json, repeat } : json });
			}
			return items;
		};
	};
}
